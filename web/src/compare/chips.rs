//! Differences between the two, a chip each.

use gloo_timers::callback::Timeout;
use swizzle_core::FieldId;
use swizzle_infer::TwoLayouts;
use swizzle_lints::PAIR_NAMES;
use swizzle_text::{TwoLayoutsRow, two_layouts_rows_text, two_layouts_text};
use yew::prelude::*;

use super::both::Both;
use crate::browser;
use crate::element::{Attr, Element, el};
use crate::view::tint;

/// How long a field's bits are lit, in milliseconds.
const LIT_MS: u32 = 1200;

/// How many values differ, and which. The chip of a field lights its bits; where those are not in view, they are called for first.
pub(super) fn chips(both: &Both, on_bits: &Callback<()>) -> Element {
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
        .children(both.rows.iter().map(|row| chip(both, row, on_bits)))
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
fn chip(both: &Both, row: &TwoLayoutsRow, on_bits: &Callback<()>) -> Element {
    let value = |side: usize, value: &str| {
        let is_wrong = row.field.is_some_and(|id| both.blamed[side].contains(&id));
        el("span")
            .class_if(is_wrong, "is-wrong")
            .child(el("i").child(PAIR_NAMES[side]))
            .child(" ")
            .child(value.to_owned())
    };
    let chip = match row.field {
        None => el("span").class("pair-chip"),
        Some(id) => el("button")
            .class("pair-chip")
            .class(tint(id))
            .attr(Attr::Type, "button")
            .attr(Attr::Title, format!("Show the bits of {}", row.name))
            .on_click(on_bits.reform(move |_| light(id))),
    };
    chip.child(el("b").child(row.name))
        .child(value(0, &row.first))
        .child(value(1, &row.second))
}

/// Lights the bits of a field in both descriptors, and its arrow in both pictures, for a moment.
fn light(id: FieldId) {
    let arrow = match id {
        FieldId::Sbo => Some("arrow is-sbo"),
        FieldId::Lbo => Some("arrow is-lbo"),
        _ => None,
    };
    let places = [(Some(tint(id)), ".page-dock"), (arrow, ".pair-halves")];
    let mut lit = Vec::new();
    for (class, place) in places {
        let Some(class) = class else { continue };
        let all = browser::document().get_elements_by_class_name(class);
        let all = (0..all.length()).filter_map(|at| all.item(at));
        lit.extend(all.filter(|one| one.closest(place).is_ok_and(|place| place.is_some())));
    }
    for one in &lit {
        let _ = one.set_attribute("data-lit", "");
    }
    Timeout::new(LIT_MS, move || {
        for one in &lit {
            let _ = one.remove_attribute("data-lit");
        }
    })
    .forget();
}
