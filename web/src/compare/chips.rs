//! What differs between the two, a chip each.

use swizzle_infer::TwoLayouts;
use swizzle_lints::PAIR_NAMES;
use swizzle_text::{TwoLayoutsRow, two_layouts_rows_text, two_layouts_text};

use super::both::Both;
use crate::element::{Attr, Element, el};
use crate::view::tint;

/// How many values differ, and which.
pub(super) fn chips(both: &Both) -> Element {
    el("div")
        .class("pair-chips")
        // It scrolls where there are many.
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "What differs")
        .child(
            el("b")
                .attr(Attr::Title, counts(both))
                .child(two_layouts_rows_text(&both.rows)),
        )
        .children(both.rows.iter().map(|row| chip(both, row)))
}

/// How many units differ in place, of the tiles and of the reads.
fn counts(both: &Both) -> String {
    let count = |what: &'static str, [first, second]: &[Option<TwoLayouts>; 2]| {
        let words = |found: &Option<TwoLayouts>| {
            found.map_or("too many units to count".into(), two_layouts_text)
        };
        let (first, second) = (words(first), words(second));
        match first == second {
            true => format!("{what}: {first}."),
            false => format!("{what}: of A, {first}; of B, {second}."),
        }
    };
    let (tile, read) = (
        count("Whole tile", &both.wholes),
        count("One read", &both.reads),
    );
    format!("{tile} {read}")
}

/// A property with its values; in red where that layout's is at fault.
fn chip(both: &Both, row: &TwoLayoutsRow) -> Element {
    let value = |side: usize, value: &str| {
        let is_wrong = row.field.is_some_and(|id| both.blamed[side].contains(&id));
        el("span")
            .class_if(is_wrong, "is-wrong")
            .child(el("i").child(PAIR_NAMES[side]))
            .child(" ")
            .child(value.to_owned())
    };
    el("span")
        .class("pair-chip")
        .class(row.field.map_or("", tint))
        .child(el("b").child(row.name))
        .child(value(0, &row.first))
        .child(value(1, &row.second))
}
