//! Links from each scene to the page that it is about, in the scene's own state.

use swizzle_core::Said;
use swizzle_draw::Shows;
use swizzle_draw::journey::{ELEMENT, JourneyRead, NAMES, STEP};
use swizzle_view::Shown;
use swizzle_view::link::{
    JourneyShown, LanesShown, LanesTab, Route, TmaShown, link_from_form, link_from_shown,
};

use crate::element::{Attr, Element, el};

/// Words and address of each door of a scene.
pub(super) fn doors(
    scene: usize,
    read: &JourneyRead,
    right: &JourneyRead,
) -> Vec<(&'static str, String)> {
    const ATLAS: &str = "Open in the atlas";
    let tile = || layout(right.spec.said().without_given(), Shows::Tile);
    let tma = || {
        let mut shown = TmaShown::default();
        shown.map.box_elements = "64, 64".into();
        ("Open in TMA", link_from_form(&shown))
    };
    match scene {
        0 => vec![(ATLAS, tile()), tma()],
        1 => vec![tma(), (ATLAS, tile())],
        2 => {
            let lesson = Route::Learn {
                lesson: Some("the-xor"),
                stop: Some("1"),
            };
            vec![(ATLAS, tile()), ("Learn the XOR", lesson.address())]
        }
        3 => vec![(ATLAS, layout(right.said(0), Shows::Tile))],
        4 => vec![(ATLAS, layout(right.said(STEP), Shows::Read))],
        5 => vec![(ATLAS, layout(read.said(STEP), Shows::Read))],
        _ => {
            let shown = LanesShown {
                tab: LanesTab::Registers,
                ..LanesShown::default()
            };
            vec![
                ("Open in Lanes", link_from_form(&shown)),
                (ATLAS, layout(right.said(STEP), Shows::Read)),
            ]
        }
    }
}

/// The atlas with a tile or a read, and the element's cell pinned.
fn layout(said: Said, shows: Shows) -> String {
    let tile = Shown {
        said,
        pinned: Some(ELEMENT),
        ..Shown::default()
    };
    link_from_shown(&tile.showing(shows))
}

/// The doors as links; the first is the scene's own page.
pub(super) fn links(doors: Vec<(&'static str, String)>) -> Element {
    let link = |(words, to): (&'static str, String)| {
        el("a").class("button").attr(Attr::Href, to).child(words)
    };
    el("p")
        .class("journey-doors")
        .children(doors.into_iter().map(link))
}

/// The way on to the next scene; none from the last one.
pub(super) fn onward(shown: &JourneyShown, scene: usize) -> Option<Element> {
    let name = NAMES.get(scene + 1)?;
    let to = link_from_form(&JourneyShown {
        scene: scene + 1,
        ..*shown
    });
    let link = el("a")
        .class("button")
        .class("is-main")
        .attr(Attr::Href, to)
        .child(format!("Next: {name} →"));
    Some(el("p").class("journey-next").child(link))
}
