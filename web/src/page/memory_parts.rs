//! The parts of the memory side, which have addresses of their own.

use swizzle_view::Route;

use crate::browser;
use crate::element::{Attr, Element, el};

/// A part of the memory side.
pub struct Part {
    /// Its address.
    pub route: Route<'static>,
    /// Its name among the others.
    pub tab: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The question that it answers.
    pub question: &'static str,
}

/// The dump.
pub const DUMP: Part = Part {
    route: Route::Memory(Some("dump")),
    tab: "Dump",
    title: "Dump",
    question: "What layout is this?",
};
/// The tensor map.
pub const TMA: Part = Part {
    route: Route::Memory(Some("tma")),
    tab: "TMA",
    title: "TMA box",
    question: "Do the box and the descriptor agree?",
};
/// The access of a warp.
pub const LANES: Part = Part {
    route: Route::Memory(Some("lanes")),
    tab: "Lanes",
    title: "Bank conflicts",
    question: "Where each lane goes, and what conflicts",
};
/// The plan of tensor memory.
pub const TENSOR_MEMORY: Part = Part {
    route: Route::TensorMemory,
    tab: "Tensor memory",
    title: "Tensor memory",
    question: "Which lanes and columns hold what, and who reads it",
};
/// The scale factors.
pub const SCALE: Part = Part {
    route: Route::Scale,
    tab: "Scales",
    title: "Scale factor",
    question: "Where each scale factor is, and which step uses it",
};
/// All of them.
pub const PARTS: [&Part; 5] = [&DUMP, &TMA, &LANES, &TENSOR_MEMORY, &SCALE];

/// The parts, as links; `open` is the one that is open.
fn parts(open: &Part) -> Element {
    let link = |part: &&Part| {
        let is_open = part.route == open.route;
        el("a")
            .class("button")
            .attr(Attr::Href, way(&part.route.address(), is_open))
            .attr(Attr::Title, part.question)
            .attr(Attr::AriaCurrent, is_open.then_some("page"))
            .child(part.tab)
    };
    el("nav")
        .class("segments framed-parts")
        .attr(Attr::AriaLabel, "Parts")
        .children(PARTS.iter().map(link))
}

/// The row over what a page of the memory side shows: its parts, and beside them what acts on the content.
pub fn part_tools(open: &Part, tools: Option<Element>) -> Element {
    el("div")
        .class("framed-tools")
        .child(parts(open))
        .child(tools)
}

/// The link of a part: what it showed last, and of the open one the fresh page.
pub(super) fn way(fresh: &str, is_open: bool) -> String {
    let last = browser::kept(fresh).filter(|_| !is_open);
    last.unwrap_or_else(|| fresh.to_owned())
}
