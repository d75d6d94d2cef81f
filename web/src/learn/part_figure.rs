//! A live figure that is a link of another page, which draws it.

use swizzle_learn::Figure;
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::page::Look;
use crate::page::figure_part::{FigurePart, PartFigureProps, Pressed};

/// Data that a figure is drawn from.
pub(super) struct LivePart<'a> {
    /// The figure.
    pub figure: &'static Figure,
    /// Part that draws it.
    pub part: FigurePart,
    /// State that it shows now: a link of that page.
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
pub(super) fn part_figure(live: &LivePart<'_>) -> Element {
    let figure = live.figure;
    let drawn = (live.part.draw)(PartFigureProps {
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
        .child((live.part.door)(figure.link));
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
