//! The bits that belong to no value, in one line.

use swizzle_text::FixedReading;

use crate::element::{Attr, Element, el};
use crate::view::tint;

/// The line of the fixed and unused fields.
pub(super) fn fixed(readings: &[FixedReading]) -> Element {
    el("ul")
        .attr(Attr::Role, "list")
        .class("descriptor-fixed wraps quiet tiny")
        .children(readings.iter().map(item))
}

fn item(reading: &FixedReading) -> Element {
    let field = reading.field;
    let is_right = reading.held == reading.wanted;
    let wanted = || el("strong").child(format!(" must be {}", field.binary_text(reading.wanted)));
    el("li")
        .class(tint(field.id))
        .class_if(!is_right, "is-wrong")
        .attr(
            Attr::Title,
            format!("{}. Source: {}", field.meaning, field.source),
        )
        .child(field.name)
        .child(" ")
        .child(el("span").class("field-bits").child(field.bits_text()))
        .child(" ")
        .child(el("code").child(field.binary_text(reading.held)))
        .child((!is_right).then(wanted))
}
