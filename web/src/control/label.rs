//! The name of a control; a word of the glossary says what it means beside itself (`page/terms`).

use crate::element::{Attr, Element, el};

/// The glossary's entry of a label, by its slug.
fn slug_of(words: &str) -> Option<&'static str> {
    Some(match words {
        "Operand" => "operand",
        "Sparsity" => "sparse",
        "Major" => "major-ness",
        "Swizzle" => "swizzle-mode",
        "Atom order" => "atom",
        "LBO" => "lbo",
        "SBO" => "sbo",
        "Column stride" => "column-stride",
        "Row pitch" => "row-pitch",
        "LBO mode" => "absolute-mode",
        "Step" => "step",
        "Start" => "start-address",
        "Pattern origin" => "pattern",
        "Base offset" => "base-offset",
        _ => return None,
    })
}

/// The words of a label.
pub(super) fn label_words(words: &'static str) -> Element {
    match slug_of(words) {
        None => el("span").child(words),
        Some(slug) => term(words, slug),
    }
}

/// A word whose entry of the glossary, named by its slug, opens beside it.
pub fn term(words: &'static str, slug: &'static str) -> Element {
    el("span")
        .child(words)
        .class("term")
        .attr(Attr::DataTerm, slug)
        .attr(Attr::Role, "button")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::AriaHaspopup, "dialog")
}
