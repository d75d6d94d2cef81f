//! Scrolls a view, so that what the reader looks for is seen.

use swizzle_core::scene::CellAt;
use swizzle_core::{Coord, Shows};
use web_sys::HtmlElement;
use yew::prelude::*;

use super::geometry::Geometry;
use super::pane::Pane;
use super::viewport::Viewport;
use crate::browser;

/// The element that a view scrolls in.
#[derive(Clone)]
pub(super) struct Scroller {
    /// Its node.
    pub(super) node: NodeRef,
    /// The view.
    pub(super) pane: Pane,
    /// Where the cells lie.
    pub(super) geometry: Geometry,
}

impl Scroller {
    /// Scrolls just as far as a cell needs to be seen.
    pub(super) fn reveal(&self, at: CellAt) {
        let Some(element) = self.node.cast::<HtmlElement>() else {
            return;
        };
        let room = Viewport::of(&element);
        let (x, y) = self.geometry.scroll_to(&room, at);
        element.set_scroll_left(x);
        element.set_scroll_top(y);
    }

    fn reveal_element(&self, coord: Coord) {
        if let Some(at) = self.pane.cell_of(coord) {
            self.reveal(at);
        }
    }
}

/// Brings into view what is pinned in the other one.
#[hook]
pub(super) fn use_pin_in_view(scroller: &Scroller, pinned: Option<Coord>) {
    let scroller = scroller.clone();
    let picture = scroller.pane.picture.clone();
    use_effect_with((pinned, picture), move |(pinned, _)| {
        if let Some(coord) = pinned {
            scroller.reveal_element(*coord);
        }
    });
}

/// Brings into view the keyboard's cursor of the other one.
#[hook]
pub(super) fn use_cursor_in_view(scroller: &Scroller, hovered: Option<Coord>) {
    let scroller = scroller.clone();
    use_effect_with(hovered, move |hovered| {
        let by_keyboard = || browser::is_there(".grid-scroller:focus-visible");
        if let Some(coord) = hovered.filter(|_| by_keyboard()) {
            scroller.reveal_element(coord);
        }
    });
}

/// Brings into view what a step reads, its first cell above all; but nothing that is pinned leaves the view for it.
#[hook]
pub(super) fn use_step_in_view(scroller: &Scroller, has_pin: bool) {
    let scroller = scroller.clone();
    let picture = scroller.pane.picture.clone();
    let spec = &picture.looked_at;
    let step = (spec.place(), spec.tile().start_bytes, picture.view.shows);
    use_effect_with(step, move |(place, _, shows)| {
        if has_pin {
            return;
        }
        let spec = &scroller.pane.picture.looked_at;
        let first = match shows {
            Shows::Tile => spec.first_element(*place),
            Shows::Read => Coord { mn: 0, k: 0 },
        };
        let read = spec.read_extent();
        let last = Coord {
            mn: first.mn + read.mn - 1,
            k: first.k + read.k - 1,
        };
        scroller.reveal_element(last);
        scroller.reveal_element(first);
    });
}
