//! Lines of the text around one.

use swizzle_lens::Reading;
use yew::prelude::*;

use crate::control::{Button, button, icon};
use crate::element::{Attr, Element, el};

/// Lines on each side.
const MORE: u32 = 4;

/// Nine lines, the asked one in the middle, and what closes them.
pub(super) fn excerpt(reading: &Reading, line: u32, on_close: &Callback<()>) -> Element {
    let row = |(number, text): (u32, &str)| {
        let text: String = text.chars().take(160).collect();
        el("li")
            .class_if(number == line, "is-here")
            .child(el("b").child(number))
            .child(el("code").child(text))
    };
    let close = button(Button {
        words: "Close the excerpt",
        icon: Some(icon::CLOSE),
        on_click: on_close.reform(|_| ()),
        ..Button::default()
    });
    el("section")
        .class("kernel-excerpt boxed")
        .attr(Attr::AriaLabel, "PTX excerpt")
        .child(el("h2").child(format!("PTX, line {line}")).child(close))
        .child(
            el("ol")
                .attr(Attr::Tabindex, "0")
                .children(reading.around(line, MORE).into_iter().map(row)),
        )
}
