//! The frame that the parts of this page share.

use swizzle_text::VerdictLine;
use swizzle_view::Notice;
use yew::prelude::*;

use crate::control::verdict_line;
use crate::element::{Element, el, fragment};
use crate::page::framed::{Framed, OpenSheet, framed};
use crate::page::memory_parts::{Part, part_tools};

/// Contents of an open part.
pub(super) struct Shown<'a, C> {
    /// Its title, where it has several.
    pub(super) title: Option<&'static str>,
    /// The verdict.
    pub(super) line: &'a VerdictLine<C>,
    /// Called with what a press of the verdict's repair changes.
    pub(super) on_repair: &'a Callback<C>,
    /// Notices about the parts of its link that could not be opened.
    pub(super) notices: &'a [Notice],
    /// Facts beyond the question that the part answers.
    pub(super) facts: Option<String>,
    /// Form with the input.
    pub(super) form: Element,
    /// Tools beside the parts' tabs.
    pub(super) tools: Option<Element>,
    /// The answer.
    pub(super) answer: Element,
    /// Details of the answer, under their name.
    pub(super) details: Option<(&'static str, Element)>,
    /// The sheet that is open on a narrow screen.
    pub(super) sheet: OpenSheet,
}

/// An open part in the frame of all pages.
pub(super) fn part<C: Clone + 'static>(open: &Part, shown: Shown<'_, C>) -> Element {
    framed(Framed {
        class: "memory-page",
        title: shown.title.unwrap_or(open.title).into(),
        facts: shown.facts.or_else(|| Some(open.question.into())),
        notices: shown.notices,
        verdict: Some(verdict_line(shown.line, shown.on_repair)),
        panel: Some(el("div").class("memory-form").child(shown.form)),
        content: fragment().child(part_tools(open, shown.tools)).child(
            el("div")
                .class("memory-body memory-answer")
                .child(shown.answer),
        ),
        details: shown.details,
        sheet: shown.sheet,
    })
}
