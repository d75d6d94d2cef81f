//! What lies below a cell: the bits of an address, and the bytes of a unit.

use swizzle_core::hardware::UNIT_BYTES;
use swizzle_core::words::{phase_text, xor_text};
use swizzle_core::{self as core, Coord, trace_from_element};

use crate::element::{Attr, Element, el};
use crate::view::{Picture, address};

/// The address of an element bit by bit, before the XOR and after it.
pub(super) fn bits(picture: &Picture, at: Coord) -> Element {
    let extent = picture.drawn.extent();
    let at = Coord {
        mn: at.mn.min(extent.mn - 1),
        k: at.k.min(extent.k - 1),
    };
    let trace = trace_from_element(picture.drawn.layout(), at);
    let line = |words: String, bytes| {
        el("div")
            .class("learn-bits")
            .child(el("span").child(words))
            .child(address(bytes, &trace))
    };
    let before = format!("Element ({}, {}), before the XOR", at.mn, at.k);
    el("div")
        .child(line(before, trace.absolute_bytes))
        .child(line("after it".into(), trace.address.byte))
        .child(
            phase_text(&trace)
                .filter(|_| trace.base_offset > 0)
                .map(hint),
        )
        .child(xor_text(&trace).map(hint))
}

fn hint(words: String) -> Element {
    el("p").class("hint").child(words)
}

/// The bytes of one unit: which elements are in each, unless that would answer the question, and which are padding.
pub(super) fn unit(element: core::Element, is_asking: bool) -> Element {
    let bytes = (0..UNIT_BYTES).map(|byte| element.elements_in_byte(byte));
    let padding = bytes.clone().filter(Option::is_none).count();
    let cells = bytes.map(|elements| {
        let words = match elements {
            _ if is_asking => String::new(),
            None => String::new(),
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}–{last}"),
        };
        el("i")
            .class_if(elements.is_none(), "is-padding")
            .child(words)
    });
    let words = match padding {
        0 => "The bytes of one unit: no padding.".into(),
        _ => format!("The bytes of one unit: the last {padding} are padding."),
    };
    el("div")
        .child(
            el("div")
                .class("learn-unit")
                .attr(Attr::AriaHidden, "true")
                .children(cells),
        )
        .child(hint(words))
}
