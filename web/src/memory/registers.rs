//! Register fragments: thread and register of every cell, and the cell of every register.

use swizzle_core::access::{Fragment, FragmentGrid, Slot};
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

#[component]
pub(super) fn Registers() -> Html {
    let (chosen, on_chosen) = use_value(|| 0_usize);
    let (at, on_at) = use_value(|| None::<Slot>);
    let (fragment, bits, columns, words) = SHOWN[chosen];
    let options = SHOWN.map(|(.., words)| (words.to_owned(), words.to_owned()));
    let on_name = {
        let on_at = on_at.clone();
        Callback::from(move |name: String| {
            on_at.emit(None);
            let chosen = SHOWN.iter().position(|(.., words)| *words == name);
            on_chosen.emit(chosen.unwrap_or(0));
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
