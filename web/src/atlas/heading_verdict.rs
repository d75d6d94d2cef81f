//! The verdict in the title's row: on what was given, or the first error or warning with its repair.

use swizzle_core::reader::{Sequence, Verdict};
use swizzle_core::words::{own_text, sequence_text, tally_brief, verdict_brief};
use swizzle_core::{ReadAgainstTile, Severity};
use yew::prelude::*;

use super::repair::brief_repair_button;
use crate::control::icon::{ERROR, GOOD, NOTE, WARNING, icon};
use crate::element::{Attr, el};
use crate::state::Dispatch;
use crate::view::Picture;

/// The verdict on what was given, or the first error or warning with its repair.
pub fn heading_verdict(picture: &Picture, dispatch: &Dispatch) -> Html {
    let spec = &picture.spec;
    let line = el("div").class("heading-verdict");
    let first = picture.findings().first();
    let Some(fault) = first.filter(|at| at.severity != Severity::Note) else {
        let words = match spec.said().beside.is_empty() {
            true => verdict_brief(spec),
            false => sequence_text(spec, &Sequence::of(spec)),
        };
        // Where nothing was said, nothing was proved.
        let (sign, class) = match spec.verdict() {
            Verdict::Unsaid => (NOTE, "is-unsaid"),
            Verdict::Padded => (WARNING, "is-doubtful"),
            Verdict::Fits if own_text(spec).is_some() => (NOTE, "is-unsaid"),
            Verdict::Fits | Verdict::Differs => (GOOD, "is-good"),
        };
        return line
            .class(class)
            .child(icon(sign))
            .child(el("p").attr(Attr::Title, words.clone()).child(words))
            .into();
    };
    let tally = ReadAgainstTile::of(spec, spec.place()).tally();
    let count = (tally.wrong > 0).then(|| format!(": {}", tally_brief(tally)));
    let (sign, class, name) = match fault.severity {
        Severity::Error => (ERROR, "is-wrong", "Error: "),
        Severity::Warning | Severity::Note => (WARNING, "is-doubtful", "Warning: "),
    };
    line.class(class)
        .child(icon(sign))
        .child(
            el("p")
                .attr(Attr::Title, fault.title.clone())
                .child(el("span").class("visually-hidden").child(name))
                .child(if tally.wrong > 0 {
                    &fault.brief
                } else {
                    &fault.title
                })
                .child(count),
        )
        .child(brief_repair_button(fault, dispatch))
        .into()
}
