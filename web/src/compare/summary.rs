//! What differs between the two, in words, values and bits.

use swizzle_core::Descriptor;
use swizzle_draw::Shows;
use swizzle_infer::TwoLayouts;
use swizzle_lints::PAIR_NAMES;
use swizzle_text::{TwoLayoutsRow, bits_text, two_layouts_text};

use super::both::Both;
use crate::element::{Attr, Element, el};
use crate::view::tint;

/// Counts, a table of values, and the bits of both descriptors.
pub(super) fn summary(both: &Both) -> Element {
    let count = |what: &'static str, [first, second]: &[Option<TwoLayouts>; 2]| {
        let words = |found: &Option<TwoLayouts>| {
            found.map_or("more units than are counted".into(), two_layouts_text)
        };
        let (first, second) = (words(first), words(second));
        // Mostly the same can be said of both.
        let text = if first == second {
            format!("{what}: {first}.")
        } else {
            format!("{what}: of A, {first}; of B, {second}.")
        };
        el("p").child(text)
    };
    let head = |words: &'static str| el("th").attr(Attr::Scope, "col").child(words);
    let rows = both.rows.iter().map(|row| {
        el("tr")
            .child(el("th").attr(Attr::Scope, "row").child(row.name))
            .child(el("td").child(&row.first))
            .child(el("td").child(&row.second))
    });
    let table = (!both.rows.is_empty()).then(|| {
        el("table")
            .class("compare-table")
            .child(
                el("thead").child(
                    el("tr")
                        .child(head("What differs"))
                        .child(head(PAIR_NAMES[0]))
                        .child(head(PAIR_NAMES[1])),
                ),
            )
            .child(el("tbody").children(rows))
    });
    let same = both
        .rows
        .is_empty()
        .then(|| el("p").child("The two are the same: change one of them in the panel."));
    let counts = el("div")
        .class("compare-counts")
        .child(same)
        .child(count("Whole tile", &both.wholes))
        .child(count("One read", &both.reads));
    el("details")
        .class("compare-summary")
        .child(strip(both))
        .child(
            el("div")
                .class("compare-whole")
                .child(counts)
                .child(table)
                .child(bits(both)),
        )
}

/// What differs in one line; opened, it says all of it.
fn strip(both: &Both) -> Element {
    let value = |row: &TwoLayoutsRow| {
        el("span")
            .class("compare-value")
            .child(el("span").child(row.name))
            .child(el("code").child(&row.first))
            .child("→")
            .child(el("code").child(&row.second))
    };
    let (counted, what) = match both.pictures[0].view.shows {
        Shows::Tile => (both.wholes[0], "tile"),
        Shows::Read => (both.reads[0], "read"),
    };
    let count = match counted {
        _ if both.rows.is_empty() => "Nothing differs".into(),
        Some(found) => format!(
            "{} of {} units of the {what} differ in place",
            found.elsewhere, found.units
        ),
        None => "What differs".into(),
    };
    el("summary")
        .class("compare-strip")
        .child(el("b").child(count))
        .children(both.rows.iter().map(value))
}

/// The bits of both descriptors one above the other, those marked that differ.
fn bits(both: &Both) -> Option<Element> {
    let [first, second] = both.pictures.each_ref().map(|picture| picture.descriptor);
    let (first, second) = (first.ok()?, second.ok()?);
    let differing = first.raw() ^ second.raw();
    let row = |(name, descriptor): (&'static str, Descriptor)| {
        let bit = |index: u8| {
            let field = Descriptor::fields(descriptor.chip())
                .iter()
                .find(|field| (field.low..=field.high()).contains(&index));
            el("i")
                .class_if(differing >> index & 1 == 1, "is-differing")
                .class(field.map_or("", |field| tint(field.id)))
                .child(u32::from(descriptor.raw() >> index & 1 == 1))
        };
        let group = |index: u8| el("span").children((index * 16..index * 16 + 16).rev().map(bit));
        el("div")
            .class("compare-bits-row")
            .child(el("b").child(name))
            .children((0..4).rev().map(group))
    };
    let rows = [(PAIR_NAMES[0], first), (PAIR_NAMES[1], second)].map(row);
    // For the ear, the sentence says it all.
    let picture = el("div")
        .class("compare-bits")
        .attr(Attr::AriaHidden, "true")
        .children(rows);
    let words = format!("Of the descriptors, {}.", bits_text(differing));
    Some(
        el("div")
            .class("compare-descriptors")
            .child(el("p").class("hint").child(words))
            .child(picture),
    )
}
