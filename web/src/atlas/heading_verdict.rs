//! The verdict in the title's row: on the descriptor, or the first error with its repair.

use swizzle_core::words::{tally_brief, verdict_text};
use swizzle_core::{ReadAgainstTile, Severity};
use yew::prelude::*;

use super::repair::repair_button;
use crate::control::icon::{ERROR, GOOD, icon};
use crate::element::{Attr, el};
use crate::state::Dispatch;
use crate::view::Picture;

/// The verdict on the descriptor, or the first error with its repair.
pub fn heading_verdict(picture: &Picture, dispatch: &Dispatch) -> Html {
    let first = picture.findings().first();
    let fault = first.filter(|at| at.severity == Severity::Error);
    let line = el("div").class("heading-verdict");
    let Some(fault) = fault else {
        let words = verdict_text(&picture.spec);
        return line
            .child(icon(GOOD))
            .child(el("p").attr(Attr::Title, words.clone()).child(words))
            .into();
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
        .into()
}
