//! A live figure of tensor memory: what draws it is loaded when one is opened.

use swizzle_learn::{Figure, is_of_scale};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::page::Look;
use crate::tensor_memory::{Pressed, TensorFigureProps, TensorPart};

/// What a figure needs to be drawn.
pub(super) struct LiveTensor<'a> {
    /// What it is.
    pub figure: &'static Figure,
    /// What draws it.
    pub part: TensorPart,
    /// What it shows now: a link of the page of tensor memory.
    pub link: &'a AttrValue,
    /// Whether a question about it is open: then it does not tell the answer.
    pub is_asking: bool,
    /// Theme and colours.
    pub look: Look,
    /// Called with another link.
    pub on_link: &'a Callback<String>,
    /// Called with a cell that is pressed.
    pub on_pressed: &'a Callback<Pressed>,
}

/// The figure.
pub(super) fn tensor_figure(live: &LiveTensor<'_>) -> Element {
    let figure = live.figure;
    let drawn = (live.part.draw)(TensorFigureProps {
        link: live.link.clone(),
        parts: figure.parts_when(!live.is_asking),
        is_blank: figure.no_contents && live.is_asking,
        is_asking: live.is_asking,
        look: live.look,
        on_link: live.on_link.clone(),
        on_pressed: live.on_pressed.clone(),
    });
    let knob = |key: &&'static str| (live.part.knob)(key, true, figure, live.link, live.on_link);
    let reset = button(Button {
        words: "Reset",
        is_off: *live.link == figure.link,
        on_click: live.on_link.reform(|_| figure.link.to_owned()),
        ..Button::default()
    });
    let open = el("a")
        .class("button")
        .attr(Attr::Href, live.link.to_string())
        .child(match is_of_scale(figure.link) {
            true => "Open in scale factors",
            false => "Open in tensor memory",
        });
    el("figure").class("learn-figure").child(drawn).child(
        el("figcaption").child(
            el("div")
                .class("learn-controls")
                .children(figure.knobs.iter().map(knob))
                .child(reset)
                .child(open),
        ),
    )
}
