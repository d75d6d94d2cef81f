//! Register fragments: thread and register of every cell, and the cell of every register.

use swizzle_warp::{Fragment, FragmentGrid, Slot};
use yew::prelude::*;

use super::field::{list, section};
use super::text_grid::{TextGrid, text_grid};
use crate::element::{Attr, el};
use crate::hooks::use_value;

/// The fragments, how many bits an element has in each, and how many columns are shown.
const SHOWN: [(Fragment, u32, u32, &str); 5] = [
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
];

/// Properties of [`Registers`].
#[derive(Properties, PartialEq)]
pub(super) struct RegistersProps {
    /// The fragment, and bits of an element of it.
    pub(super) chosen: (Fragment, u32),
    pub(super) on_chosen: Callback<(Fragment, u32)>,
}

#[component]
pub(super) fn Registers(props: &RegistersProps) -> Html {
    let (at, on_at) = use_value(|| None::<Slot>);
    let (chosen, on_chosen) = (props.chosen, props.on_chosen.clone());
    let known = SHOWN
        .iter()
        .find(|(fragment, bits, ..)| (*fragment, *bits) == chosen);
    let by_fragment = || SHOWN.iter().find(|(fragment, ..)| *fragment == chosen.0);
    let (fragment, bits, columns, words) = *known.or_else(by_fragment).unwrap_or(&SHOWN[0]);
    let options = SHOWN.map(|(.., words)| (words.to_owned(), words.to_owned()));
    let on_name = {
        let on_at = on_at.clone();
        Callback::from(move |name: String| {
            on_at.emit(None);
            let chosen = SHOWN.iter().find(|(.., words)| *words == name);
            if let Some((fragment, bits, ..)) = chosen {
                on_chosen.emit((*fragment, *bits));
            }
        })
    };
    let grid = FragmentGrid {
        fragment,
        bits,
        columns,
    };
    let cell = at.map(|slot| grid.cell(slot));
    let thread = at
        .map(|slot| grid.thread_path(slot.thread))
        .unwrap_or_default();
    let line = at.map(|slot| format!("M0 {}h{}v1h-{}z", slot.thread, grid.places(), grid.places()));
    let matrix = TextGrid {
        name: "Cells of the matrix with thread and register",
        text: grid.matrix_text(),
        before: FragmentGrid::BEFORE,
        letters: FragmentGrid::LETTERS,
        columns,
        rows: grid.rows(),
        under: vec![("memory-same", thread)],
        at: cell.map(|(row, column)| (column, row)),
        on_at: on_at.reform(move |at: Option<(u32, u32)>| {
            at.map(|(column, row)| grid.slot_of_cell(row, column))
        }),
    };
    let registers = TextGrid {
        name: "Registers of the threads with row and column",
        text: grid.registers_text(),
        before: FragmentGrid::BEFORE,
        letters: FragmentGrid::LETTERS,
        columns: grid.places(),
        rows: fragment.threads(),
        under: vec![("memory-same", line.unwrap_or_default())],
        at: at.map(|slot| grid.register_place(slot)),
        on_at: on_at.reform(move |at: Option<(u32, u32)>| {
            at.map(|(place, thread)| grid.slot(thread, place))
        }),
    };
    let told = at.map(|slot| grid.told(slot));
    section("Registers")
        .child(
            el("div")
                .class("memory-fields")
                .child(list("Fragment", options.into(), words, on_name).class("is-wide")),
        )
        .child(
            el("p")
                .class("memory-told")
                .attr(Attr::AriaLive, "polite")
                .child(told.unwrap_or_else(|| {
                    "Point at a cell or at a register: both grids show where it is.".into()
                })),
        )
        .child(
            el("div")
                .class("memory-pair")
                .child(
                    el("div")
                        .child(el("h3").child("Matrix: in each cell thread.register"))
                        .child(text_grid(matrix)),
                )
                .child(
                    el("div")
                        .child(el("h3").child("Threads: in each register row,column"))
                        .child(text_grid(registers)),
                ),
        )
        .into()
}
