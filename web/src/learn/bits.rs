//! The details of a cell: the bits of an address, and the bytes of a unit.

use swizzle_core as core;
use swizzle_core::Coord;
use swizzle_core::hardware::UNIT_BYTES;
use swizzle_draw::{Cells, cell_caption};
use swizzle_infer::trace::trace_from_element;
use swizzle_text::loom::Loom;
use swizzle_text::loom_lines;
use yew::Callback;

use crate::browser;
use crate::element::{Attr, Element, el};
use crate::view::{LoomSize, Picture, loom};

/// Media query for reading a large loom whole: below a text, and on paper. Beside a text it is as wide as the picture above it.
const IS_LARGE: &str = "(min-width: 40rem) and (max-width: 60rem), print";

/// The way of an element's address, bit by bit. While a question is open its bits stay as they are.
pub(super) fn bits(picture: &Picture, at: Coord, on_turn: Option<&Callback<Coord>>) -> Element {
    let spec = &picture.drawn;
    let extent = spec.extent();
    let at = Coord {
        mn: at.mn.min(extent.mn - 1),
        k: at.k.min(extent.k - 1),
    };
    let has_slots = picture.view.cells == Cells::Elements;
    let woven = Loom::of(spec, at, has_slots);
    let trace = trace_from_element(spec.layout(), at);
    let size = match browser::matches(IS_LARGE) {
        true => LoomSize::Large,
        false => LoomSize::Beside,
    };
    let lines = loom_lines(&trace, &woven).into_iter();
    el("div")
        .class("learn-loom")
        .child(hint(cell_caption(spec, &picture.view, at)))
        .child(loom(&woven, size, on_turn, None))
        .child(
            el("details")
                .class("inspector-twin")
                .child(el("summary").child("As text"))
                .child(el("ol").children(lines.map(|line| el("li").child(line)))),
        )
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
