//! The top of a part: what it answers, its verdict, and the way to the other parts.

use swizzle_text::VerdictLine;
use swizzle_view::Route;
use yew::prelude::*;

use crate::browser;
use crate::control::verdict_line;
use crate::element::{Attr, Element, el};

/// A part of the page: its name in the address, its title, and what it answers.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    question: &'static str,
}

/// The dump.
pub(super) const DUMP: Part = Part {
    name: "dump",
    title: "Dump",
    question: "What layout is this?",
};
/// The tensor map.
pub(super) const TMA: Part = Part {
    name: "tma",
    title: "TMA",
    question: "Does the box write what the descriptor reads?",
};
/// The access of a warp.
pub(super) const LANES: Part = Part {
    name: "lanes",
    title: "Lanes",
    question: "Which lane goes where, and does it conflict?",
};
/// All of them.
pub(super) const PARTS: [&Part; 3] = [&DUMP, &TMA, &LANES];

/// The top of an open part; `on_repair` is called with what a press of the verdict's repair changes.
pub(super) fn head<C: Clone + 'static>(
    open: &Part,
    line: &VerdictLine<C>,
    on_repair: &Callback<C>,
) -> Element {
    el("header")
        .class("memory-head heading")
        .child(el("h1").child(open.question))
        .child(verdict_line(line, on_repair))
        .child(parts(open))
}

/// The parts, as links.
fn parts(open: &Part) -> Element {
    let link = |part: &&Part| {
        el("a")
            .class("memory-part")
            .attr(Attr::Href, way(part.name, open.name))
            .attr(Attr::Title, part.question)
            .attr(
                Attr::AriaCurrent,
                (part.name == open.name).then_some("page"),
            )
            .child(part.title)
    };
    el("nav")
        .class("memory-parts")
        .attr(Attr::AriaLabel, "Parts")
        .children(PARTS.iter().map(link))
}

/// The link of a part: what it showed last, and of the open one the fresh page.
fn way(part: &str, open: &str) -> String {
    let fresh = Route::Memory(Some(part)).address();
    let last = browser::kept(&fresh).filter(|_| part != open);
    last.unwrap_or(fresh)
}
