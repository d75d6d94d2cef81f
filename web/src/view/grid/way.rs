//! Ways to what is out of view: an arrow at the edge that leads there.

use swizzle_core::Coord;
use swizzle_draw::Shows;
use swizzle_draw::scene::CellAt;
use yew::prelude::*;

use super::geometry::Geometry;
use super::reveal::Scroller;
use super::viewport::Viewport;
use crate::control::{Button, button};
use crate::element::{Element, fragment};

/// The ways to what is out of view: the pinned cell, or otherwise the first that the step reads; and in the memory view the
/// cell where the pinned one was expected.
pub(super) fn ways(scroller: &Scroller, viewport: &Viewport, pinned: Option<Coord>) -> Element {
    let picture = &scroller.pane.picture;
    let spec = &picture.looked_at;
    let is_tile = picture.view.shows == Shows::Tile;
    let first = is_tile.then(|| spec.first_element(spec.place()));
    let what = if pinned.is_some() {
        "pinned cell"
    } else {
        "step"
    };
    let cell = pinned
        .or(first)
        .and_then(|coord| scroller.pane.cell_of(coord));
    let meant = pinned.and_then(|coord| scroller.pane.meant_cell(coord));
    // Each in its place: what comes and goes must not make another element of the view.
    fragment()
        .child(cell.and_then(|at| way(scroller, viewport, at, what)))
        .child(meant.and_then(|at| way(scroller, viewport, at, "meant cell")))
}

/// The way to a cell, where it is out of view.
fn way(
    scroller: &Scroller,
    viewport: &Viewport,
    at: CellAt,
    what: &'static str,
) -> Option<Element> {
    let (words, class) = direction(&scroller.geometry, viewport, at)?;
    let name = format!("{}: to the {what}", scroller.pane.name());
    let scroller = scroller.clone();
    let button = button(Button {
        words,
        class,
        name: Some(name),
        on_click: Callback::from(move |_| scroller.reveal([at])),
        ..Button::default()
    });
    Some(button.child(format!(" {what}")))
}

/// The direction of a cell whose middle is out of view: an arrow, and the edge where the arrow is.
fn direction(
    geometry: &Geometry,
    viewport: &Viewport,
    at: CellAt,
) -> Option<(&'static str, &'static str)> {
    let side = |at: u32, pitch: u32, scroll: i32, room: i32, edge: u32| {
        let middle = (at * pitch + pitch / 2) as i32;
        let room = room - edge as i32;
        if middle < scroll {
            -1
        } else {
            i32::from(room > 0 && middle > scroll + room)
        }
    };
    let Geometry {
        pitch_x,
        pitch_y,
        left,
        top,
        ..
    } = *geometry;
    let down = side(at.row, pitch_y, viewport.top, viewport.height, top);
    let right = side(at.column, pitch_x, viewport.left, viewport.width, left);
    match (down, right) {
        (-1, _) => Some(("↑", "grid-way is-up")),
        (1, _) => Some(("↓", "grid-way is-down")),
        (_, -1) => Some(("←", "grid-way is-left")),
        (_, 1) => Some(("→", "grid-way is-right")),
        _ => None,
    }
}
