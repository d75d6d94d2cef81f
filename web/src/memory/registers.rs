//! Register fragments: thread and register of every cell, and the cell of every register.

use std::rc::Rc;

use swizzle_draw::scene::{CellAt, fragment_scenes};
use swizzle_warp::{Fragment, FragmentGrid, Slot};
use yew::prelude::*;

use super::field::list;
use super::pair::{Linked, Links, Of, Pair, SheetName};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::Look;
use crate::view::Shared;

/// The fragments, how many bits an element has in each, and how many columns are shown.
const SHOWN: [(Fragment, u32, u32, &str); 8] = [
    (Fragment::Accumulator, 32, 16, "accumulator of wgmma, f32"),
    (
        Fragment::OperandA,
        16,
        16,
        "operand A of wgmma from registers, 16 bits",
    ),
    (Fragment::OperandA, 8, 32, "the same, 8 bits"),
    (
        Fragment::Matrices,
        16,
        8,
        "ldmatrix and stmatrix, one of the matrices",
    ),
    (Fragment::MatricesTransposed, 16, 8, "the same with .trans"),
    (
        Fragment::Metadata,
        16,
        8,
        "metadata of sparse wgmma, 16 bits",
    ),
    (Fragment::Metadata, 32, 8, "metadata, tf32"),
    (Fragment::Metadata, 8, 16, "metadata, 8 bits"),
];

/// The one that is looked at; where none has so many bits, the first of its kind.
fn shown(chosen: (Fragment, u32)) -> (Fragment, u32, u32, &'static str) {
    let known = SHOWN
        .iter()
        .find(|(fragment, bits, ..)| (*fragment, *bits) == chosen);
    let by_fragment = || SHOWN.iter().find(|(fragment, ..)| *fragment == chosen.0);
    *known.or_else(by_fragment).unwrap_or(&SHOWN[0])
}

/// The grid of a fragment.
pub(super) fn chosen_fragment(chosen: (Fragment, u32)) -> FragmentGrid {
    let (fragment, bits, columns, _) = shown(chosen);
    FragmentGrid {
        fragment,
        bits,
        columns,
    }
}

/// The choice of the fragment.
pub(super) fn fragments(chosen: (Fragment, u32), on_chosen: Callback<(Fragment, u32)>) -> Element {
    let options = SHOWN.map(|(.., words)| (words.to_owned(), words.to_owned()));
    let (.., words) = shown(chosen);
    let on_name = Callback::from(move |name: String| {
        let chosen = SHOWN.iter().find(|(.., words)| *words == name);
        if let Some((fragment, bits, ..)) = chosen {
            on_chosen.emit((*fragment, *bits));
        }
    });
    list("Fragment", options.into(), words, on_name).class("is-tall")
}

/// Properties of [`Registers`].
#[derive(Properties, PartialEq)]
pub(super) struct RegistersProps {
    /// The fragment, and bits of an element of it.
    pub(super) chosen: (Fragment, u32),
    pub(super) look: Look,
}

/// Pixels of the screen's height that the rows leave for what is around them; the second is for a narrow screen.
const SPARE: [u32; 2] = [266, 310];

/// Both sheets.
const NAMES: [SheetName; 2] = [
    (
        "Registers",
        "Registers view",
        "one row per thread; cell: row,column in the matrix",
    ),
    (
        "Matrix",
        "Matrix view",
        "number: thread; scrolls with the registers",
    ),
];

/// The link of both sheets.
struct Held(FragmentGrid);

impl Held {
    /// The slot of a cell of either.
    fn slot(&self, (of, at): Of) -> Slot {
        match of {
            0 => self.0.slot(at.row, at.column),
            _ => self.0.slot_of_cell(at.row, at.column),
        }
    }
}

impl Linked for Held {
    fn other(&self, of: Of) -> Option<CellAt> {
        let slot = self.slot(of);
        let (column, row) = match of.0 {
            0 => {
                let (row, column) = self.0.cell(slot);
                (column, row)
            }
            _ => self.0.register_place(slot),
        };
        Some(CellAt { column, row })
    }

    fn meant(&self, _: Of) -> Option<CellAt> {
        None
    }

    fn spoken(&self, of: Of) -> String {
        self.0.told(self.slot(of))
    }
}

/// Both sheets, and what is at hand.
#[component]
pub(super) fn Registers(props: &RegistersProps) -> Html {
    let (at, on_at) = use_value(|| None::<Of>);
    let drawn = use_memo(props.chosen, |chosen| {
        let grid = chosen_fragment(*chosen);
        let scenes = fragment_scenes(grid).map(Shared::new);
        (Rc::new(Held(grid)), scenes)
    });
    let (held, scenes) = (*drawn).clone();
    // The other cells that the thread at hand holds.
    let marked = at.map(|of| {
        let slot = held.slot(of);
        let cells = held.0.cells_of_thread(slot.thread);
        let cells = cells.map(|(row, column)| CellAt { column, row });
        [Vec::new(), cells.collect::<Vec<CellAt>>()]
    });
    let told = at.map(|of| held.spoken(of));
    let links = Links(held);
    el("div")
        .class("registers-pictures")
        .child(html! {
            <Pair
                {scenes} names={NAMES} {links} look={props.look} spare={SPARE} {on_at}
                marked={marked.unwrap_or_default()}
            />
        })
        .child(
            el("p")
                .class("memory-told")
                .attr(Attr::AriaLive, "polite")
                .child(told.unwrap_or_else(|| {
                    "Point at a cell or at a register: both pictures show where it is.".into()
                })),
        )
        .into()
}
