//! The sixteen digits of a descriptor, each over its four bits, in the colours of the fields.

use swizzle_core::{Descriptor, Field};

use crate::element::{Attr, Element, el};
use crate::view::tint;

/// Digits of 64 bits, and bits of a digit.
const DIGITS: u8 = 16;
const BITS: u8 = 4;

/// A descriptor, digit by digit, and its fields by their bits.
pub(super) fn digits_of(descriptor: Descriptor) -> Element {
    let fields = Descriptor::fields(descriptor.chip());
    let tint_of = |bit: u8| {
        let mut fields = fields.iter();
        let field = fields.find(|field| (field.low..=field.high()).contains(&bit));
        field.map_or("", |field| tint(field.id))
    };
    let digit = |at: u8| {
        let low = BITS * (DIGITS - 1 - at);
        let bits = (low..low + BITS).rev();
        let bit = |bit: u8| {
            el("i")
                .class(tint_of(bit))
                .child((descriptor.raw() >> bit & 1).to_string())
        };
        el("li")
            .child(el("b").child(format!("{:x}", descriptor.raw() >> low & 0xf)))
            .child(el("span").children(bits.map(bit)))
            .child(el("small").child(low.to_string()))
    };
    let named = fields.iter().rev().filter(|field| field.fixed.is_none());
    let name = |field: &Field| {
        el("li").class(tint(field.id)).child(format!(
            "{} {}–{}",
            field.name,
            field.high(),
            field.low
        ))
    };
    el("div")
        .class("learn-digits")
        .child(
            el("ol")
                .attr(
                    Attr::AriaLabel,
                    "Digits, each with its bits and the lowest of them",
                )
                .children((0..DIGITS).map(digit)),
        )
        .child(
            el("ul")
                .attr(Attr::AriaLabel, "Fields")
                .children(named.map(name)),
        )
}
