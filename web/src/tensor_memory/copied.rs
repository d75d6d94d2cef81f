//! A `tcgen05.cp`: its rows in shared memory, and the lanes of each warp to which they go.

use swizzle_draw::scene::{CellAt, CopyCell, CopyPicture, CopySide, Run};
use swizzle_lints::tensor_memory::copy_text;
use swizzle_tmem::plan::Cell;
use swizzle_tmem::tensor_memory::{Address, WARP_LANES};
use yew::prelude::*;

use super::cells::{SIDE, width};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::Look;
use crate::view::{Outlined, Shared, Sheet};

/// Properties of [`Copied`].
#[derive(Properties, PartialEq)]
pub(super) struct CopiedProps {
    pub(super) picture: Shared<CopyPicture>,
    /// The cell that is looked at.
    pub(super) cell: Cell,
    /// Whether both CTAs of a pair get it.
    pub(super) is_of_pair: bool,
    pub(super) look: Look,
    /// Called with a cell of tensor memory that is pressed.
    pub(super) on_cell: Callback<Cell>,
}

/// The source and the lanes of all four warps.
#[component]
pub(super) fn Copied(props: &CopiedProps) -> Html {
    let (pointed, on_pointed) = use_value(|| None::<CopyCell>);
    let picture = &props.picture;
    let scenes = use_memo(picture.clone(), |picture| {
        CopyPicture::SIDES.map(|side| Shared::new(picture.scene(side)))
    });
    let pinned = (
        CopySide::Warp(props.cell.lane / WARP_LANES),
        CellAt {
            column: props.cell.column - picture.first_column,
            row: props.cell.lane % WARP_LANES,
        },
    );
    let here = pointed.filter(|here| picture.word(*here).is_some());
    let here = here.unwrap_or(pinned);
    let same = picture.cells_of(here);
    let sheet = |number: usize| {
        let side = CopyPicture::SIDES[number];
        let scene = scenes[number].clone();
        let columns = scene.size.columns;
        let own: Vec<CellAt> = (same.iter().filter(|(of, _)| *of == side))
            .map(|(_, at)| *at)
            .collect();
        let run = |at: &CellAt| Run {
            row: at.row,
            columns: at.column..at.column + 1,
        };
        let outlined = vec![Outlined {
            runs: own.iter().map(run).collect(),
            number: None,
            is_chosen: true,
        }];
        let on_at = on_pointed.reform(move |at: Option<CellAt>| at.map(|at| (side, at)));
        let spoken = {
            let picture = picture.clone();
            Callback::from(move |at: CellAt| picture.told((side, at)))
        };
        let on_press = {
            let (picture, on_cell) = (picture.clone(), props.on_cell.clone());
            let cta = props.cell.cta;
            Callback::from(move |at: CellAt| {
                if let Some(cell) = pressed(&picture, (side, at), cta) {
                    on_cell.emit(cell);
                }
            })
        };
        // The row at hand is in sight in every picture of lanes.
        let first_row = own.first().map_or(0, |at| at.row / ROWS * ROWS);
        let name = match side {
            CopySide::Source => "Source in shared memory",
            CopySide::Warp(_) => "Lanes and columns",
        };
        el("div")
            .class("tensor-sheet")
            .attr(Attr::Style, format!("--wide:{}px", width(columns, SIDE)))
            .child(html! {
                <Sheet
                    {scene} {name} look={(props.look.palette, props.look.theme)} rows={ROWS} spare={0}
                    at={own.first().copied()} {on_at} {on_press} {outlined} {spoken}
                    longest={3} {first_row}
                />
            })
    };
    let copy = &picture.copy;
    let (text, mark) = copy_text(copy.shape, copy.multicast);
    let lanes = (1..CopyPicture::SIDES.len()).map(|number| titled(number, sheet(number)));
    let taddr = Address::new(0, picture.first_column).map(|address| address.to_string());
    let of_pair = props.is_of_pair.then(|| {
        el("p").class("hint").child(
            "Both CTAs of the pair get it. PTX ISA 9.1 reads the source of one CTA, 9.3 that of each; not measured.",
        )
    });
    el("section")
        .class("tensor-copied")
        .attr(Attr::AriaLabel, "Copy from shared memory")
        .child(
            el("h2")
                .child("Copy")
                .child(el("code").child(format!(
                    "tcgen05.cp.cta_group::{}.{}{} [taddr + {}], descriptor",
                    1 + u32::from(props.is_of_pair),
                    copy.shape,
                    copy.multicast.ptx(),
                    taddr.unwrap_or_default()
                )))
                .child(el("small").child(match picture.rows_of_colour() {
                    1 => "row above its first byte; colour: row".into(),
                    rows => format!("row above its first byte; colour: {rows} rows"),
                })),
        )
        .child(
            el("p")
                .class("tensor-copied-told")
                .attr(Attr::AriaLive, "polite")
                .child(picture.told(here)),
        )
        .child(
            el("div")
                .class("tensor-copied-sheets")
                .attr(Attr::Style, format!("--side:{SIDE}px"))
                .child(titled(0, sheet(0)))
                .children(lanes),
        )
        .child(
            el("p")
                .child(text)
                .child(" ")
                .child(el("small").child(format!(
                    "Map: {}. Use: {}.",
                    copy.law().mark.text(),
                    mark.text()
                ))),
        )
        .child(of_pair)
        .into()
}

/// Rows that are seen at a time.
const ROWS: u32 = 16;

fn titled(number: usize, sheet: Element) -> Element {
    let title = match CopyPicture::SIDES[number] {
        CopySide::Source => "Shared memory: rows × bytes".to_owned(),
        CopySide::Warp(warp) => {
            let first = warp * WARP_LANES;
            format!("Lanes {first}–{}", first + WARP_LANES - 1)
        }
    };
    el("div").child(el("h3").child(title)).child(sheet)
}

/// The cell of tensor memory that is pressed: of the source, the first one that the word goes to.
fn pressed(picture: &CopyPicture, at: CopyCell, cta: u32) -> Option<Cell> {
    let all = picture.cells_of(at);
    let is_pressed = |one: &&CopyCell| at == **one;
    let in_lanes = || all.iter().filter(|(side, _)| *side != CopySide::Source);
    let found = in_lanes().find(is_pressed).or_else(|| in_lanes().next());
    let (side, at) = found?;
    match side {
        CopySide::Source => None,
        CopySide::Warp(warp) => Some(Cell {
            cta,
            lane: warp * WARP_LANES + at.row,
            column: picture.first_column + at.column,
        }),
    }
}
