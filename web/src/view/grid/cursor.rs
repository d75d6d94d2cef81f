//! The pinned cell and the one under the cursor, in a layer of their own: a move draws nothing else anew.

use std::rc::Rc;

use swizzle_core::Coord;
use swizzle_core::scene::CellAt;
use yew::prelude::*;

use super::drawn::{Drawn, clip, clipped_offset};
use super::pane::Pane;
use super::reveal::{Scroller, use_cursor_in_view};
use super::viewport::Viewport;
use crate::element::{Attr, el};
use crate::view::hover::{Hover, use_hovered};

/// Properties of [`Cursor`].
#[derive(Properties)]
pub(super) struct CursorProps {
    pub(super) scroller: Scroller,
    pub(super) drawn: Rc<Drawn>,
    pub(super) viewport: Viewport,
    pub(super) pinned: Option<Coord>,
    pub(super) hover: Hover,
}

impl PartialEq for CursorProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.drawn, &other.drawn)
            && self.viewport == other.viewport
            && self.pinned == other.pinned
            && self.hover == other.hover
            && self.scroller.pane == other.scroller.pane
    }
}

/// Both marks.
#[component]
pub(super) fn Cursor(props: &CursorProps) -> Html {
    let hovered = use_hovered(&props.hover);
    use_cursor_in_view(&props.scroller, hovered);
    let Drawn {
        scene, geometry, ..
    } = &*props.drawn;
    let pane: &Pane = &props.scroller.pane;
    let (x, y) = clipped_offset(geometry, &props.viewport, scene);
    let mark = |coord: Option<Coord>, class: &'static str| {
        let at: Option<CellAt> = coord.and_then(|coord| pane.cell_of(coord));
        at.map(|at| {
            let x = i64::from(at.column) - i64::from(scene.window.columns.start);
            let y = i64::from(at.row) - i64::from(scene.window.rows.start);
            let (w, h) = (geometry.pitch_x, geometry.pitch_y);
            el("rect")
                .class(class)
                .attr(Attr::X, (x * i64::from(w)).to_string())
                .attr(Attr::Y, (y * i64::from(h)).to_string())
                .attr(Attr::Width, w)
                .attr(Attr::Height, h)
        })
    };
    let marks = el("g")
        .attr(Attr::Transform, format!("translate({x},{y})"))
        .children(mark(props.pinned, "grid-pinned"))
        .children(mark(hovered, "grid-hovered"));
    el("svg")
        .class("grid-marks")
        .attr(Attr::Style, clip(geometry))
        .child(marks)
        .into()
}
