//! The sixteen digits of a descriptor, each over its four bits, in the colours of the fields.

use swizzle_core::{Descriptor, Field};

use crate::element::{Attr, Element, el};
use crate::view::tint;

/// Digits of 64 bits, and bits of a digit.
const DIGITS: u8 = 16;
const BITS: u8 = 4;

fn bit_text(descriptor: Descriptor, bit: u8) -> &'static str {
    match descriptor.raw() >> bit & 1 {
        0 => "0",
        _ => "1",
    }
}

/// A descriptor, digit by digit, and the bits of each of its fields.
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
        let bit = |bit: u8| el("i").class(tint_of(bit)).child(bit_text(descriptor, bit));
        el("li")
            .child(el("b").child(format!("{:x}", descriptor.raw() >> low & 0xf)))
            .child(el("span").children(bits.map(bit)))
            .child(el("small").child(low.to_string()))
    };
    let named = fields.iter().rev().filter(|field| field.fixed.is_none());
    let name = |field: &Field| {
        // In groups of four from its lowest bit, as a number.
        let bit = |bit: u8| {
            let is_group_end = bit > field.low && (bit - field.low).is_multiple_of(BITS);
            [
                bit_text(descriptor, bit),
                if is_group_end { " " } else { "" },
            ]
        };
        let bits: String = (field.low..=field.high()).rev().flat_map(bit).collect();
        el("li")
            .class(tint(field.id))
            .child(el("span").child(field.name))
            .child(el("small").child(format!("bits {}–{}", field.high(), field.low)))
            .child(el("code").child(bits))
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
