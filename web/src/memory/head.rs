//! The parts of the memory side, and the frame that they share.

use swizzle_text::VerdictLine;
use swizzle_view::{Notice, Route};
use yew::prelude::*;

use crate::control::verdict_line;
use crate::element::{Element, el, fragment};
use crate::page::framed::{Framed, OpenSheet, framed};
use crate::page::memory_parts::parts;

/// A part of the page: its name in the address, its tab, its title, and what it answers.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) tab: &'static str,
    title: &'static str,
    question: &'static str,
}

/// The dump.
pub(super) const DUMP: Part = Part {
    name: "dump",
    tab: "Dump",
    title: "Dump",
    question: "What layout is this?",
};
/// The tensor map.
pub(super) const TMA: Part = Part {
    name: "tma",
    tab: "TMA",
    title: "TMA box",
    question: "Do the box and the descriptor agree?",
};
/// The access of a warp.
pub(super) const LANES: Part = Part {
    name: "lanes",
    tab: "Lanes",
    title: "Bank conflicts",
    question: "Where each lane goes, and what conflicts",
};
/// All of them.
pub(super) const PARTS: [&Part; 3] = [&DUMP, &TMA, &LANES];

/// What an open part shows.
pub(super) struct Shown<'a, C> {
    /// Its title, where it has several.
    pub(super) title: Option<&'static str>,
    /// The verdict.
    pub(super) line: &'a VerdictLine<C>,
    /// Called with what a press of the verdict's repair changes.
    pub(super) on_repair: &'a Callback<C>,
    /// What of its link could not be opened.
    pub(super) notices: &'a [Notice],
    /// What more there is to say than what the part answers.
    pub(super) facts: Option<String>,
    /// What is asked.
    pub(super) form: Element,
    /// What stands beside the parts' tabs.
    pub(super) tools: Option<Element>,
    /// What follows.
    pub(super) answer: Element,
    /// What is said of that, under its name.
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
        content: fragment()
            .child(
                el("div")
                    .class("framed-tools")
                    .child(parts(Route::Memory(Some(open.name))))
                    .children(shown.tools),
            )
            .child(
                el("div")
                    .class("memory-body memory-answer")
                    .child(shown.answer),
            ),
        details: shown.details,
        sheet: shown.sheet,
    })
}
