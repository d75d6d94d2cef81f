//! The cell under the cursor, in both.

use swizzle_core::Coord;
use swizzle_core::hardware::UNIT_BYTES;
use swizzle_draw::cell_caption;
use swizzle_text::two_layouts_place;

use super::both::Both;
use super::dock::tag;
use crate::element::{Element, el, fragment};

/// Address of an element in each layout; in red where that byte is not the expected one.
pub(super) fn cell(both: &Both, at: Coord) -> Element {
    let [first, second] = both.pictures.each_ref();
    let holds = if first.drawn.extent().contains(at) {
        first
    } else {
        second
    };
    let caption = cell_caption(&holds.drawn, &holds.view, at);
    let name = caption.split(':').next().unwrap_or_default().to_owned();
    let side = |side: usize| {
        let picture = &both.pictures[side];
        let said = fragment().child(tag(side));
        let Some([byte, offset]) = two_layouts_place(&picture.drawn, at) else {
            return said.child(el("small").child("not in it"));
        };
        let expected = picture.meant_unit(at);
        let small = expected.map_or(offset, |unit| format!("expected 0x{:x}", unit * UNIT_BYTES));
        let class = if expected.is_some() { "is-wrong" } else { "" };
        said.child(el("code").class(class).child(byte))
            .child(el("small").class(class).child(small))
    };
    el("p")
        .class("pair-cell")
        .child(el("b").child(name))
        .child(side(0))
        .child(side(1))
}
