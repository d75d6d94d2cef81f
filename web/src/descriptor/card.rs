//! A card: one field, what it holds, what that does here, and who says so.

use swizzle_core::{Effect, FieldReading};

use super::tint::tint;
use crate::element::{Element, el};

/// The card of a field.
pub(super) fn card(reading: &FieldReading) -> Element {
    let field = reading.field;
    let state = match reading.effect {
        Effect::Used => "is-used",
        Effect::Unused => "is-idle",
        Effect::Invalid => "is-invalid",
    };
    let head = el("div")
        .class("field-head")
        .child(el("h3").child(field.name))
        .child(el("span").class("field-bits").child(field.bits_text()))
        .child(el("span").class("field-badge").child(reading.effect.name()));
    let raw = el("b").child(reading.raw.to_string());
    let value = el("p")
        .class("field-value")
        .child(el("b").child(&reading.value))
        .child(el("span").class("field-raw").child("field ").child(raw));
    let formula = reading.formula.as_ref();
    let (isa, measured) = (reading.isa.as_ref(), reading.measured.as_ref());
    let sources = el("dl")
        .class("field-sources")
        .children(isa.map(|text| source("ISA", text)))
        .children(measured.map(|text| source("Measured", text)));
    el("li")
        .key(field.low)
        .class("field")
        .class(tint(field.id))
        .class(state)
        .child(head)
        .child(value)
        .child(el("p").class("field-meaning").child(&reading.meaning))
        .child(formula.map(|formula| el("code").class("field-formula").child(formula)))
        .child(sources)
}

fn source(name: &'static str, text: &str) -> Element {
    el("div")
        .child(el("dt").child(name))
        .child(el("dd").child(text.to_owned()))
}
