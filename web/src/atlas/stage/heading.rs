//! What is on the stage, in words: its name, the verdict, and the repair.

use swizzle_core::state::figure_of_said;
use swizzle_core::words::{read_heading, tally_brief, tile_heading, verdict_text};
use swizzle_core::{ReadAgainstTile, Severity, Shows};

use crate::atlas::repair::repair_button;
use crate::control::icon::{ERROR, GOOD, icon};
use crate::element::{Attr, Element, el};
use crate::state::Dispatch;
use crate::view::Picture;

/// What is on the stage, in one row.
pub(super) fn heading(picture: &Picture, title: &str, dispatch: &Dispatch) -> Element {
    let (spec, tally) = (&picture.looked_at, picture.found.tally());
    let figure = figure_of_said(picture.spec.said());
    let facts = match picture.view.shows {
        Shows::Read => read_heading(spec, tally),
        Shows::Tile => tile_heading(spec, tally),
    };
    // What comes of a figure, and the space after it.
    let mut title_line = el("h1");
    let mut facts_line = el("p").class("heading-facts");
    if let Some(figure) = &figure {
        let number = format!("Figure {}", figure.number);
        title_line = title_line
            .child(el("span").class("heading-figure").child(number))
            .child(" ");
        facts_line = facts_line
            .child(el("span").class("caption").child(figure.caption))
            .child(" ");
    }
    let facts_line = facts_line
        .attr(Attr::Title, facts.clone())
        .child(el("span").class("facts").child(facts));
    el("header")
        .class("heading")
        .child(title_line.child(title.to_owned()))
        .child(facts_line)
        .child(verdict(picture, dispatch))
}

/// The verdict on the descriptor, or the first error with its repair.
fn verdict(picture: &Picture, dispatch: &Dispatch) -> Element {
    let first = picture.findings.first();
    let fault = first.filter(|at| at.severity == Severity::Error);
    let line = el("div").class("heading-verdict");
    let Some(fault) = fault else {
        let words = verdict_text(&picture.spec);
        return line
            .child(icon(GOOD))
            .child(el("p").attr(Attr::Title, words.clone()).child(words));
    };
    let spec = &picture.spec;
    let tally = ReadAgainstTile::of(spec, spec.place()).tally();
    let count = (tally.wrong > 0).then(|| format!(": {}", tally_brief(tally)));
    line.class("is-wrong")
        .child(icon(ERROR))
        .child(
            el("p")
                .attr(Attr::Title, fault.title.clone())
                .child(el("span").class("visually-hidden").child("Error: "))
                .child(&fault.title)
                .child(count),
        )
        .child(repair_button(fault, dispatch))
}
