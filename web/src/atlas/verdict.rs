//! The descriptor's read against the tile: the verdict, the first difference, and the steps together.

use swizzle_core::reader::{ReadAgainstTile, SequenceAgainstTile, Verdict};
use swizzle_infer::sequence::Sequence;
use swizzle_text::{assumed_values_text, sequence_text, tally_text, verdict_text};
use yew::prelude::*;

use super::repair::show_button;
use crate::element::{Attr, el};
use crate::state::Dispatch;
use crate::view::Picture;

/// The section. It is about the descriptor at its own place, wherever the reader looks.
pub fn verdict(picture: &Picture, dispatch: &Dispatch) -> Html {
    let spec = &picture.spec;
    let first = ReadAgainstTile::of(spec, spec.place()).first();
    let line = el("p")
        .class("verdict-text small")
        .class_if(first.is_some(), "is-wrong")
        .child(verdict_text(spec));
    let is_held = spec.verdict() != Verdict::Unsaid;
    let mut is_right = is_held && first.is_none();
    let all = match spec.said().beside.is_empty() {
        false => {
            is_right = false;
            Some(sequence_text(spec, &Sequence::of(spec)))
        }
        true if is_held && spec.steps() > 1 => {
            let all = SequenceAgainstTile::of(spec);
            is_right &= all.right_steps == all.steps;
            Some(format!(
                "Steps 0 to {}: {} of {} right; {}.",
                all.steps - 1,
                all.right_steps,
                all.steps,
                tally_text(all.tally)
            ))
        }
        true => None,
    };
    let assumed = spec.given().and_then(|_| assumed_values_text(spec));
    is_right &= assumed.is_none();
    let all = all.map(|words| el("p").class("hint").child(words));
    let assumed = assumed.map(|names| el("p").class("hint").child(format!("Assumed: {names}.")));
    // The title and the findings say what is wrong: the full text here opens on demand.
    let head = el("summary").child(
        el("h2")
            .attr(Attr::Id, "verdict-title")
            .child("Expected and actual"),
    );
    el("section")
        .class("verdict")
        // The title and the findings say as much.
        .class_if(is_right, "is-right")
        .attr(Attr::AriaLabelledby, "verdict-title")
        .child(
            el("details")
                .attr(Attr::Open, first.is_none())
                .child(head)
                .child(line)
                .child(all)
                .child(assumed),
        )
        .child(first.and_then(|first| show_button(&[first.coord], dispatch)))
        .into()
}
