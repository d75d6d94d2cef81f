//! What is on the stage, in words.

use swizzle_core::state::figure_of_said;
use swizzle_core::words::{read_heading, tile_heading};
use swizzle_core::{Severity, Shows};

use crate::atlas::findings::repair_button;
use crate::control::whole_edits;
use crate::element::{Element, el};
use crate::state::Dispatch;
use crate::view::{Picture, what_is_drawn};

/// What is on the stage, in words.
pub(super) fn heading(picture: &Picture, title: &str, dispatch: &Dispatch) -> Element {
    let (spec, tally) = (&picture.looked_at, picture.found.tally());
    let figure = figure_of_said(picture.spec.said());
    let facts = match picture.view.shows {
        Shows::Read => read_heading(spec, tally),
        Shows::Tile => tile_heading(spec, tally),
    };
    // What comes of a figure, and the space after it.
    let mut title_line = el("h1");
    let mut facts_line = el("p");
    if let Some(figure) = &figure {
        let number = format!("Figure {}", figure.number);
        title_line = title_line
            .child(el("span").class("heading-figure").child(number))
            .child(" ");
        facts_line = facts_line
            .child(el("span").class("caption").child(figure.caption))
            .child(" ");
    }
    let first = picture.findings.first();
    let fault = first.filter(|at| at.severity == Severity::Error);
    let fault = fault.map(|fault| {
        el("p")
            .class("heading-fault")
            .child("Error: ")
            .child(&fault.title)
            .child(" ")
            .children(repair_button(fault, dispatch))
    });
    el("header")
        .class("heading")
        .child(title_line.child(title.to_owned()))
        .child(what_is_drawn(picture.view.shows, &whole_edits(dispatch)))
        .child(fault)
        .child(facts_line.child(el("span").class("facts").child(facts)))
}
