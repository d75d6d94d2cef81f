//! The 64 bits, bracketed and coloured by field.

use swizzle_core::{Descriptor, Field};

use super::tint::{short_name, tint};
use crate::element::{Attr, Element, el};

/// Bits that stay together on a line.
const GROUP: u8 = 16;

/// The bits of one field that lie in one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    field: Field,
    high: u8,
    low: u8,
}

/// The row of bits, from 63 down.
pub(super) fn bits(descriptor: Descriptor) -> Element {
    el("div")
        .class("bits")
        .attr(Attr::Role, "img")
        .attr(Attr::AriaLabel, spoken(descriptor))
        .children((0..64 / GROUP).rev().map(|index| group(descriptor, index)))
}

fn group(descriptor: Descriptor, index: u8) -> Element {
    let (high, low) = (index * GROUP + GROUP - 1, index * GROUP);
    let number = |bit: u8| el("span").child(u32::from(bit));
    let segments = segments(descriptor, high, low).into_iter();
    el("div")
        .class("bits-group")
        .child(
            el("div")
                .class("bits-numbers")
                .child(number(high))
                .child(number(low)),
        )
        .child(
            el("div")
                .class("bits-row")
                .children(segments.map(|at| segment(descriptor, at))),
        )
}

fn segment(descriptor: Descriptor, at: Segment) -> Element {
    let bit = |index: u8| {
        let is_set = descriptor.raw() >> index & 1 == 1;
        let is_wrong = descriptor.decode().stray_bits >> index & 1 == 1;
        el("span")
            .class("bit")
            .class_if(is_set, "is-set")
            .class_if(is_wrong, "is-wrong")
            .child(if is_set { "1" } else { "0" })
    };
    let width = at.high - at.low + 1;
    // A field cut in two by the groups has its name under the wider part.
    let has_name = width * 2 > at.field.width;
    let name = if has_name {
        short_name(at.field.id)
    } else {
        ""
    };
    el("div")
        .class("bits-field")
        .class(tint(at.field.id))
        .attr(Attr::Style, format!("--bits:{width}"))
        .attr(Attr::Title, words(descriptor, at.field))
        .children((at.low..=at.high).rev().map(bit))
        .child(el("span").class("bits-name").child(name))
}

/// A field with its value, as the tooltip and a screen reader say it.
fn words(descriptor: Descriptor, field: Field) -> String {
    let value = descriptor.get(field.id);
    let noun = if field.width == 1 { "bit" } else { "bits" };
    format!(
        "{}, {noun} {}: {} = {value}",
        field.name,
        field.bits_text(),
        field.binary_text(value)
    )
}

fn spoken(descriptor: Descriptor) -> String {
    let fields = Descriptor::fields(descriptor.arch()).iter().rev();
    let words: Vec<_> = fields.map(|field| words(descriptor, *field)).collect();
    words.join("; ")
}

fn segments(descriptor: Descriptor, high: u8, low: u8) -> Vec<Segment> {
    Descriptor::fields(descriptor.arch())
        .iter()
        .rev()
        .filter(|field| field.low <= high && field.high() >= low)
        .map(|field| Segment {
            field: *field,
            high: field.high().min(high),
            low: field.low.max(low),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use swizzle_core::{Arch, Named as _};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn every_bit_once() {
        for arch in Arch::ALL {
            let descriptor = Descriptor::new(*arch, 0);
            let bits: Vec<u8> = [(63, 48), (47, 32), (31, 16), (15, 0)]
                .into_iter()
                .flat_map(|(high, low)| segments(descriptor, high, low))
                .flat_map(|at| (at.low..=at.high).rev())
                .collect();
            assert_eq!(bits, (0..64).rev().collect::<Vec<u8>>());
        }
    }
}
