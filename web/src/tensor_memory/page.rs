//! The page: the plan at the left, the map of tensor memory over the cells and registers of one load.

use swizzle_draw::scene::{CopyPicture, LoadPicture};
use swizzle_lints::tensor_memory::ReadPlan;
use swizzle_tmem::plan::{Cell, Laid};
use swizzle_tmem::tensor_memory::{COLUMNS, LANES};
use swizzle_view::Route;
use swizzle_view::link::{TensorMemoryShown, held_first};
use yew::prelude::*;

use super::cells::Cells;
use super::copied::Copied;
use super::details::{Details, details, pair};
use super::find::{Find, looked_for};
use super::judged::{use_judged, use_verdict};
use super::keys::{KEYS, Key};
use super::map::Map;
use super::panel::panel;
use crate::control::verdict_line;
use crate::element::{Attr, el, fragment};
use crate::hooks::use_value;
use crate::page::framed::{Framed, framed, unmeasured};
use crate::page::keys::use_page_keys;
use crate::page::memory_parts::{TENSOR_MEMORY, part_tools};
use crate::page::sheets::use_sheet;
use crate::page::{Format, Look, part_of, use_linked};
use crate::view::Shared;

/// How it is kept in the address.
static FORMAT: Format<TensorMemoryShown> =
    Format::of_form(|route| matches!(route, Route::TensorMemory));

/// Registers of each thread in the pictures: of a fragment of 16 lanes × 8 columns.
const REGISTERS: u32 = 4;

/// Properties of [`TensorMemory`].
#[derive(Properties, PartialEq)]
pub(super) struct TensorMemoryProps {
    pub(super) look: Look,
}

#[component]
pub(super) fn TensorMemory(props: &TensorMemoryProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let sheet = use_sheet();
    // The cell under the pointer, and the region.
    let (at, on_at) = use_value(|| None::<Cell>);
    let (hovered, on_hovered) = use_value(|| None::<usize>);
    // Whether an element is looked for that the plan does not have.
    let (is_missing, on_missing) = use_value(|| false);
    let unopened = opened.unread();
    let shown = opened.shown;
    let (judged, drawn) = use_judged(&shown, REGISTERS);
    let verdict = use_verdict(&shown);
    let copy = use_memo(shown.shared_copy(), |copy| {
        let (copy, first_column) = copy.clone()?;
        Some(Shared::new(CopyPicture { copy, first_column }))
    });
    // The same callbacks until another plan or cell is shown, so that a pointer that moves draws no picture anew.
    let set = use_memo(shown.clone(), |shown| {
        let on_read = part_of(shown, &on_shown, |shown, read: ReadPlan| {
            (shown.plan, shown.shape) = (read.plan, read.load);
            shown.num = shown.num.filter(|num| *num <= read.load.most_repeats());
        });
        let on_cell = part_of(shown, &on_shown, |shown, cell| {
            *shown = shown.with_cell(cell, shown.selected);
        });
        let on_column = part_of(shown, &on_shown, |shown, (index, column)| {
            *shown = shown.with_column(index, Some(column));
        });
        let on_columns = part_of(shown, &on_shown, |shown, (index, columns)| {
            shown.plan = shown.plan.with_columns(index, columns);
        });
        (on_read, on_cell, on_column, on_columns)
    });
    let (on_read, on_cell, on_column, on_columns) = &*set;
    {
        let (shown, on_cell, drawn) = (shown.clone(), on_cell.clone(), drawn.clone());
        let on_key = Callback::from(move |key: Key| {
            if let Some(drawn) = &drawn {
                on_cell.emit(moved(shown.cell, key, drawn));
            }
        });
        use_page_keys(&KEYS, on_key);
    }
    let line = verdict.line.clone().as_far_as_read(unopened);
    let Some(picture) = &drawn else {
        return Html::default();
    };
    let laid: &Laid = &picture.laid;
    // The cell under the pointer belongs to the picture that was drawn there.
    let at = at.filter(|at| at.cta == picture.read.cell.cta && !picture.cells_of(*at).is_empty());
    let is_missing = is_missing && at.is_none();
    let here = at.unwrap_or(picture.read.cell);
    let held = held_first(laid, here, shown.selected);
    let region = held.first().map(|held| held.region);
    let told = (!is_missing).then(|| picture.told(here));
    let on_text = looked_for(&shown, laid, &on_shown);
    let find = html! {
        <Find plan={shown.plan.clone()} cell={shown.cell} {on_text} {on_missing} />
    };
    let copied = (*copy).clone().map(|picture| {
        let is_of_pair = shown.plan.mma.ctas() == 2;
        html! {
            <Copied
                {picture} cell={shown.cell} {is_of_pair} look={props.look} on_cell={on_cell.clone()}
            />
        }
    });
    let content = fragment()
        .child(part_tools(&TENSOR_MEMORY, None))
        .child(
            el("div")
                .class("tensor-top")
                .child(
                    el("div")
                        .child(html! {
                            <Map
                                picture={picture.clone()} judged={judged.clone()} plan={shown.plan.clone()}
                                look={props.look}
                                region={hovered.or(region.filter(|_| !is_missing))} on_cell={on_cell.clone()}
                                on_column={on_column.clone()} on_columns={Some(on_columns.clone())}
                                on_region={on_hovered.clone()} is_unmarked={is_missing}
                            />
                        })
                        .child(pair(&shown.plan, picture)),
                )
                .child(details(&Details {
                    find,
                    is_missing,
                    picture,
                    plan: &shown.plan,
                    at: here,
                    id: shown.id.filter(|_| here == shown.cell),
                    held: &held,
                    found: &verdict.found,
                    on_read,
                })),
        )
        .child(copied)
        .child(html! {
            <Cells
                picture={picture.clone()} look={props.look} {at} {on_at} on_cell={on_cell.reform(|(_, cell)| cell)}
                is_unmarked={is_missing}
            />
        })
        .child(
            el("p")
                .class("visually-hidden")
                .attr(Attr::AriaLive, "polite")
                .child(told),
        );
    let verdict = fragment()
        .child(unmeasured())
        .child(verdict_line(&line, on_read));
    framed(Framed {
        class: "tensor-page",
        title: TENSOR_MEMORY.title.into(),
        facts: None,
        notices: &opened.notices,
        verdict: Some(verdict),
        panel: Some(panel(
            &shown,
            picture,
            (region, hovered, props.look),
            &on_shown,
            &on_hovered,
        )),
        content,
        details: None,
        sheet,
    })
    .into()
}

/// The cell at the same place of another window.
fn moved(cell: Cell, key: Key, drawn: &LoadPicture) -> Cell {
    let read = &drawn.read;
    let by = |at: u32, by: i32, step: u32, end: u32| {
        let next = i64::from(at) + i64::from(by) * i64::from(step);
        u32::try_from(next)
            .ok()
            .filter(|next| *next < end)
            .unwrap_or(at)
    };
    match key {
        Key::Window(across, down) => Cell {
            lane: by(cell.lane, down, read.lanes().len() as u32, LANES),
            column: by(cell.column, across, read.columns().len() as u32, COLUMNS),
            ..cell
        },
        Key::Warp => Cell {
            lane: (cell.lane + LANES / 4) % LANES,
            ..cell
        },
    }
}
