//! The parts of the memory side, which have addresses of their own.

use swizzle_view::Route;

use crate::browser;
use crate::element::{Attr, Element, el};

/// Where each is, its name, and what it answers.
const PARTS: [(Route<'static>, &str, &str); 5] = [
    (Route::Memory(Some("dump")), "Dump", "What layout is this?"),
    (
        Route::Memory(Some("tma")),
        "TMA",
        "Do the box and the descriptor agree?",
    ),
    (
        Route::Memory(Some("lanes")),
        "Lanes",
        "Where each lane goes, and what conflicts",
    ),
    (
        Route::TensorMemory,
        "Tensor memory",
        "Which lanes and columns hold what, and who reads it",
    ),
    (
        Route::Scale,
        "Scales",
        "Where each scale factor is, and which step uses it",
    ),
];

/// The parts, as links; `open` is the one that is open.
pub fn parts(open: Route<'static>) -> Element {
    let link = |(route, words, question): &(Route<'static>, &'static str, &'static str)| {
        let is_open = *route == open;
        el("a")
            .class("button")
            .attr(Attr::Href, way(&route.address(), is_open))
            .attr(Attr::Title, *question)
            .attr(Attr::AriaCurrent, is_open.then_some("page"))
            .child(*words)
    };
    el("nav")
        .class("segments framed-parts")
        .attr(Attr::AriaLabel, "Parts")
        .children(PARTS.iter().map(link))
}

/// The link of a part: what it showed last, and of the open one the fresh page.
fn way(fresh: &str, is_open: bool) -> String {
    let last = browser::kept(fresh).filter(|_| !is_open);
    last.unwrap_or_else(|| fresh.to_owned())
}
