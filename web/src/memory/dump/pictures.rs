//! Memory as it was pasted, beside the matrix as the tensor core reads it.

use std::rc::Rc;

use swizzle_core::hardware::LINE_UNITS;
use swizzle_draw::hex;
use swizzle_draw::scene::{CellAt, PaneKind, matrix_of_dump, memory_of_dump};
use swizzle_dump::{DumpPicture, DumpRead, Held, UnitHolds, read_of_form, read_of_tile};
use yew::prelude::*;

use super::Form;
use super::given::Recognized;
use crate::browser;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::Look;
use crate::view::{Shared, Sheet};

/// Properties of [`Pictures`].
#[derive(Properties, PartialEq)]
pub(super) struct PicturesProps {
    pub(super) recognized: Rc<Recognized>,
    /// Which of the layouts.
    pub(super) chosen: usize,
    /// What a typed descriptor reads.
    pub(super) read: Option<Rc<DumpRead>>,
    /// Another layout that the dump is held against.
    pub(super) against: Option<Form>,
    pub(super) look: Look,
}

/// Pixels of the screen's height that the rows leave to what stands around them, and on a narrow one.
const SPARE: [u32; 2] = [276, 312];

/// A unit at hand.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Memory(u32),
    /// Not in the dump.
    Matrix(CellAt),
}

/// Both pictures, and the unit at hand.
#[component]
pub(super) fn Pictures(props: &PicturesProps) -> Html {
    let key = (
        props.recognized.clone(),
        props.chosen,
        props.read.clone(),
        props.against,
    );
    let drawn = use_memo(key, |(recognized, chosen, read, against)| {
        let Recognized {
            dumps,
            asked,
            found,
            ..
        } = &**recognized;
        let found = found.get(*chosen);
        let read = found.map(|found| match (against, read) {
            (Some(form), _) => read_of_form(dumps, asked, found, *form),
            (None, Some(read)) => (**read).clone(),
            (None, None) => read_of_tile(dumps, asked, found),
        });
        let picture = DumpPicture::new(dumps, asked, found, read);
        let scenes = [memory_of_dump(&picture), matrix_of_dump(&picture)].map(Shared::new);
        (Shared::new(picture), scenes)
    });
    let (picture, [memory, matrix]) = (*drawn).clone();
    let (at, on_at) = use_value(|| None::<At>);
    let (shown, on_kind) = use_value(|| PaneKind::Memory);
    // Which of both is scrolled: the other follows.
    let (leads, on_leads) = use_value(|| PaneKind::Memory);
    let (rows, on_rows) = use_value(|| None::<(u32, u32)>);
    let unit_of = |at: CellAt| at.row * LINE_UNITS + at.column;
    let in_memory = |unit: u32| CellAt {
        column: unit % LINE_UNITS,
        row: unit / LINE_UNITS,
    };
    let in_matrix = {
        let picture = picture.clone();
        move |unit: u32| {
            let at = picture.matrix_of_memory(unit);
            at.map(|(column, row)| CellAt { column, row })
        }
    };
    let first = picture.first_read();
    let (memory_row, matrix_row) = rows.unwrap_or((first / LINE_UNITS, 0));
    let on_memory = on_at.reform(move |at: Option<CellAt>| at.map(|at| At::Memory(unit_of(at))));
    let on_matrix = {
        let picture = picture.clone();
        on_at.reform(move |at: Option<CellAt>| {
            at.map(|at| match picture.memory_of_matrix(at.column, at.row) {
                Some(unit) => At::Memory(unit),
                None => At::Matrix(at),
            })
        })
    };
    let on_memory_row = {
        let (on_rows, in_matrix) = (on_rows.clone(), in_matrix.clone());
        Callback::from(move |line: u32| {
            if leads != PaneKind::Memory {
                return;
            }
            let mut units = line * LINE_UNITS..(line + 1) * LINE_UNITS;
            if let Some(at) = units.find_map(&in_matrix) {
                on_rows.emit(Some((line, at.row)));
            }
        })
    };
    let on_matrix_row = {
        let picture = picture.clone();
        Callback::from(move |row: u32| {
            if leads != PaneKind::Matrix {
                return;
            }
            if let Some(unit) = picture.memory_of_matrix(0, row) {
                on_rows.emit(Some((unit / LINE_UNITS, row)));
            }
        })
    };
    let spoken = {
        let picture = picture.clone();
        move |unit: u32| {
            let (actual, expected) = picture.unit_text(unit);
            format!("{:#x}: {actual} {expected}", picture.address(unit))
        }
    };
    let spoken_memory = {
        let spoken = spoken.clone();
        Callback::from(move |at: CellAt| spoken(unit_of(at)))
    };
    let spoken_matrix = {
        let picture = picture.clone();
        Callback::from(move |at: CellAt| {
            let unit = picture.memory_of_matrix(at.column, at.row);
            unit.map_or_else(|| "Not in the dump.".into(), &spoken)
        })
    };
    let of_memory = match at {
        Some(At::Memory(unit)) => Some(unit),
        Some(At::Matrix(_)) | None => None,
    };
    let of_matrix = match at {
        Some(At::Matrix(at)) => Some(at),
        Some(At::Memory(unit)) => in_matrix(unit),
        None => None,
    };
    let look = (props.look.palette, props.look.theme);
    let spare = SPARE[usize::from(browser::is_narrow())];
    let lead = |kind: PaneKind| {
        let on_leads = on_leads.clone();
        Callback::from(move |()| on_leads.emit(kind))
    };
    let pane = |title: &'static str, how: &'static str, sheet: Html| {
        el("section")
            .class("sheet-view")
            .attr(Attr::AriaLabel, title)
            .child(el("h2").child(title).child(el("small").child(how)))
            .child(sheet)
    };
    let memory = pane(
        "Memory",
        "as pasted: the first value of each unit",
        html! {
            <Sheet
                scene={memory} name="Shared-memory view" {look} {spare}
                at={of_memory.map(in_memory)} on_at={on_memory} spoken={spoken_memory}
                first_row={memory_row} on_row={on_memory_row} on_lead={lead(PaneKind::Memory)} is_mapped=true
            />
        },
    );
    let has_matrix = matrix.size.rows > 0;
    let matrix = has_matrix.then(|| {
        pane(
            "Matrix",
            "as the tensor core reads it",
            html! {
                <Sheet
                    scene={matrix} name="Matrix view" {look} {spare}
                    at={of_matrix} on_at={on_matrix} spoken={spoken_matrix}
                    first_row={matrix_row} on_row={on_matrix_row} on_lead={lead(PaneKind::Matrix)}
                />
            },
        )
    });
    let switch = |words: &'static str, kind: PaneKind| {
        button(Button {
            words,
            is_pressed: Some(shown == kind),
            on_click: on_kind.reform(move |_| kind),
            ..Button::default()
        })
    };
    let switch = has_matrix.then(|| {
        el("div")
            .class("segments sheet-switch")
            .attr(Attr::Role, "group")
            .attr(Attr::AriaLabel, "Picture")
            .child(switch("Memory", PaneKind::Memory))
            .child(switch("Matrix", PaneKind::Matrix))
    });
    el("div")
        .class("dump-pictures")
        .child(switch)
        .child(
            el("div")
                .class("sheet-views")
                .class_if(shown == PaneKind::Memory, "shows-first")
                .child(memory)
                .child(matrix),
        )
        .child(unit(&picture, of_memory.unwrap_or(first), props.look))
        .into()
}

/// The values of a unit, in the order of memory.
fn unit(picture: &DumpPicture, unit: u32, look: Look) -> Element {
    let of = picture.memory_unit(unit);
    let colour = look.palette.colours(look.theme)[(of.of_line % 8) as usize];
    let value = |held: Held| {
        let is_wrong = !held.is_right;
        let words = |value: Option<swizzle_dump::Value>| value.map(|value| value.to_string());
        let colour = match (held.expected, is_wrong) {
            (None, _) => None,
            (Some(_), true) => Some(look.theme.paled(colour)),
            (Some(_), false) => Some(colour),
        };
        el("li")
            .class_if(is_wrong, "is-wrong")
            .attr(
                Attr::Style,
                colour.map(|colour| format!("background:{}", hex(colour))),
            )
            .child(words(held.actual).unwrap_or_else(|| "·".into()))
            .child(
                is_wrong
                    .then(|| words(held.expected).map(|words| el("small").child(words)))
                    .flatten(),
            )
    };
    let (actual, expected) = picture.unit_text(unit);
    el("section")
        .class("unit-strip")
        .attr(Attr::AriaLabel, "Unit")
        .child(
            el("h2")
                .child("Unit ")
                .child(el("code").child(format!("{:#x}", picture.address(unit))))
                .child(
                    el("small").child(format!("{} elements, in memory order", picture.per_unit())),
                ),
        )
        .child(el("ol").children(picture.values(unit).into_iter().map(value)))
        .child(
            el("p").child(actual).child(" ").child(
                el("span")
                    .class_if(of.holds == UnitHolds::Wrong, "memory-bad")
                    .child(expected),
            ),
        )
}

/// How cells are read.
pub(super) fn legend(look: Look) -> Element {
    let colours = look.palette.colours(look.theme);
    el("p")
        .class("sheet-legend")
        .child("colour: unit of the line")
        .child(
            el("span").class("swatches").children(
                colours.iter().map(|colour| {
                    el("i").attr(Attr::Style, format!("background:{}", hex(*colour)))
                }),
            ),
        )
        .child(
            el("span")
                .child(el("b").class("memory-bad").child("red"))
                .child(": actual, grey: expected"),
        )
}
