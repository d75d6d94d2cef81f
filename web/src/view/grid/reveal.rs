//! Scrolls a view, so that what the reader looks for is seen.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use swizzle_core::Coord;
use swizzle_draw::scene::CellAt;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::geometry::Geometry;
use super::linked::Linked;
use super::placed::Placed;
use super::viewport::Viewport;
use crate::browser;
use crate::view::picture::{Picture, Shared};

/// A view that can be scrolled, and the one that follows it.
#[derive(Clone)]
pub(super) struct Scroller {
    /// The view.
    pub(super) view: Placed,
    /// The views that scroll together.
    pub(super) linked: Option<Linked>,
}

impl Deref for Scroller {
    type Target = Placed;

    fn deref(&self) -> &Placed {
        &self.view
    }
}

impl Scroller {
    /// Scrolls just as far as cells need to be seen, the last of them above all.
    pub(super) fn reveal(&self, cells: impl IntoIterator<Item = CellAt>) {
        let Some(element) = self.node.cast::<HtmlElement>() else {
            return;
        };
        let now = Viewport::of(&element);
        let seen = cells.into_iter().fold(now, |room, at| {
            let (left, top) = self.geometry.scroll_to(&room, at);
            Viewport { left, top, ..room }
        });
        // To and fro would make the browser draw the view anew where it stays.
        if seen == now {
            return;
        }
        element.set_scroll_left(seen.left);
        element.set_scroll_top(seen.top);
        if let Some(linked) = &self.linked {
            linked.puts(self.pane.kind, &element);
        }
    }

    /// Keeps the first row in view if the same number of rows is drawn in another cell size, or as elements instead of units.
    pub(super) fn keep(&self, before: &Placed, viewport: &Viewport) {
        let is_seen = (viewport.left, viewport.top) != (0, 0) && !viewport.prints;
        let has_as_many = before.pane.size().rows == self.pane.size().rows;
        if !is_seen || !has_as_many || before.cells() == self.cells() {
            return;
        }
        let place = before.scroll_in(viewport, self);
        if let Some(((left, top), element)) = place.zip(self.node.cast::<HtmlElement>()) {
            // A view that was not scrolled to the right begins with its first column, whichever unit is the first there.
            element.set_scroll_left(if viewport.left > 0 { left } else { 0 });
            element.set_scroll_top(top);
            if let Some(linked) = &self.linked {
                linked.puts(self.pane.kind, &element);
            }
        }
    }

    /// Scrolls until a cell is in the middle; the other view follows.
    pub(super) fn lead_to(&self, at: CellAt) {
        let Some(element) = self.node.cast::<HtmlElement>() else {
            return;
        };
        let room = Viewport::of(&element);
        let middle = |at: u32, pitch: u32, room: i32, edge: u32| {
            (at * pitch) as i32 - (room - edge as i32) / 2
        };
        let Geometry {
            pitch_x,
            pitch_y,
            left,
            top,
            ..
        } = self.geometry;
        element.set_scroll_left(middle(at.column, pitch_x, room.width, left));
        element.set_scroll_top(middle(at.row, pitch_y, room.height, top));
    }

    /// Scrolls to elements, where they are drawn, to the last of them above all.
    pub(super) fn reveal_elements<const N: usize>(&self, coords: [Coord; N]) {
        self.reveal(
            coords
                .into_iter()
                .filter_map(|coord| self.pane.cell_of(coord)),
        );
    }
}

/// Whether a view has the focus of one who uses the keyboard: not of a finger or a mouse.
pub(super) fn has_keyboard() -> bool {
    browser::is_there(".grid-scroller:focus-visible")
}

/// The element that the page has brought into view, until an edit or an action of the reader.
pub(super) type Led = Rc<RefCell<Option<(Coord, Shared<Picture>)>>>;

/// Brings into view what is pinned in the other view. An edit moves nothing: an arrow leads there instead. Until the reader
/// uses this view, the pinned cell stays in view at any size of the view.
#[hook]
pub(super) fn use_pin_in_view(
    scroller: &Scroller,
    viewport: &Viewport,
    pinned: Option<Coord>,
) -> Led {
    let led = use_mut_ref(|| None);
    let is_known = viewport.width > 0;
    {
        let (led, picture) = (led.clone(), scroller.pane.picture.clone());
        use_effect_with((pinned, is_known), move |(pinned, is_known)| {
            led.replace(pinned.filter(|_| *is_known).map(|coord| (coord, picture)));
        });
    }
    {
        let (scroller, led) = (scroller.clone(), led.clone());
        let size = (scroller.cells(), viewport.width, viewport.height);
        use_effect_with((pinned, size), move |_| {
            let led = led.borrow();
            if let Some((coord, _)) = led.as_ref().filter(|led| led.1 == scroller.pane.picture) {
                scroller.reveal_elements([*coord]);
            }
        });
    }
    led
}

/// Brings into view the keyboard's cursor of the other one.
#[hook]
pub(super) fn use_cursor_in_view(scroller: &Scroller, hovered: Option<Coord>) {
    let scroller = scroller.clone();
    use_effect_with(hovered, move |hovered| {
        if let Some(coord) = hovered.filter(|_| has_keyboard()) {
            scroller.reveal_elements([coord]);
        }
    });
}

/// Brings into view what a step reads, its first cell above all; but nothing that is pinned leaves the view for it.
#[hook]
pub(super) fn use_step_in_view(scroller: &Scroller, is_known: bool, has_pin: bool) {
    let scroller = scroller.clone();
    let picture = scroller.pane.picture.clone();
    let spec = &picture.looked_at;
    let step = (spec.place(), picture.view.shows, is_known);
    use_effect_with(step, move |(_, _, is_known)| {
        if has_pin || !is_known {
            return;
        }
        let [first, last] = scroller.pane.read_corners();
        scroller.reveal_elements([last, first]);
    });
}
