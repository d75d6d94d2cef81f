//! The pinned cell and the one under the cursor, in a layer of their own: a move draws nothing else anew.

use std::rc::Rc;

use swizzle_core::Coord;
use swizzle_draw::scene::CellAt;
use swizzle_warp::ColumnBanks;
use yew::prelude::*;

use super::banks::ribbon;
use super::drawn::{Drawn, clip, clipped_offset, offset};
use super::geometry::Geometry;
use super::heads::{HEAD_ABOVE, HEAD_BELOW, HEAD_FONT, HEAD_GAP};
use super::pane::Pane;
use super::reveal::{Scroller, use_cursor_in_view};
use super::viewport::Viewport;
use crate::element::{Attr, Element, el, fragment};
use crate::view::hover::{Hover, use_hovered};

/// Properties of [`Cursor`].
#[derive(Properties)]
pub(super) struct CursorProps {
    pub(super) scroller: Scroller,
    pub(super) drawn: Rc<Drawn>,
    pub(super) viewport: Viewport,
    pub(super) example: Option<Coord>,
    pub(super) pinned: Option<Coord>,
    pub(super) hover: Hover,
}

impl PartialEq for CursorProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.drawn, &other.drawn)
            && self.viewport == other.viewport
            && (self.example, self.pinned) == (other.example, other.pinned)
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
        at.map(|at| cell_rect(&props.drawn, at, class))
    };
    let of_cursor = hovered.or(props.pinned);
    // The element that the trace beside the views explains while there is no cursor.
    let example = (of_cursor.is_none() && props.scroller.linked.is_some())
        .then(|| props.example.unwrap_or_else(|| pane.picture.example()));
    let colliding = props.pinned.and_then(|at| pane.picture.colliding(at));
    let marks = el("g")
        .attr(Attr::Transform, format!("translate({x},{y})"))
        .child(of_cursor.and_then(|coord| to_meant(pane, &props.drawn, coord)))
        .child(mark(example, "grid-example"))
        .child(mark(colliding, "grid-colliding"))
        .child(mark(props.pinned, "grid-pinned"))
        .child(mark(hovered, "grid-hovered"));
    let marks = el("svg")
        .class("grid-marks")
        .attr(Attr::Style, clip(geometry))
        .child(marks);
    let ribbon = (pane.kind.has_addresses() && props.scroller.linked.is_some()).then(|| {
        let column = of_cursor.map(|at| ColumnBanks::of(&pane.picture.drawn, at));
        let unit = example.and_then(|at| Some(pane.cell_of(at)?.column / scene.unit_columns));
        ribbon(&props.drawn, &props.viewport, column.as_ref(), unit)
    });
    let looked_at = of_cursor.or(example).and_then(|at| pane.cell_of(at));
    let heads = looked_at.map(|at| heads_of(&props.drawn, &props.viewport, at));
    fragment().child(marks).child(ribbon).child(heads).into()
}

/// A cell, outlined.
pub(super) fn cell_rect(drawn: &Drawn, at: CellAt, class: &'static str) -> Element {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let x = i64::from(at.column) - i64::from(scene.window.columns.start);
    let y = i64::from(at.row) - i64::from(scene.window.rows.start);
    let (w, h) = (geometry.pitch_x, geometry.pitch_y);
    el("rect")
        .class(class)
        .attr(Attr::X, (x * i64::from(w)).to_string())
        .attr(Attr::Y, (y * i64::from(h)).to_string())
        .attr(Attr::Width, w)
        .attr(Attr::Height, h)
}

/// The highlighted heads of a cell's column and row, drawn over the plain ones.
pub(super) fn heads_of(drawn: &Drawn, viewport: &Viewport, at: CellAt) -> Element {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let (x, y) = offset(geometry, viewport, scene);
    let Geometry {
        left,
        top,
        pitch_x,
        pitch_y,
        ..
    } = *geometry;
    let column = at.column.checked_sub(scene.window.columns.start);
    let row = at.row.checked_sub(scene.window.rows.start);
    // A folded matrix has heads for its strips, and a view of elements for their units.
    let is_plain = scene.strips.is_empty();
    let across = column.filter(|_| is_plain).and_then(|column| {
        let first = column - (at.column % scene.unit_columns).min(column);
        let mut heads = [column, first].into_iter();
        let (place, head) = heads.find_map(|at| {
            let head = scene.across.heads.get(at as usize)?;
            (!head.is_empty()).then_some((at, head))
        })?;
        let middle = i64::from(left) + x + i64::from(place * pitch_x + pitch_x / 2);
        let is_seen = middle > i64::from(left);
        is_seen.then(|| text(middle, i64::from(top) - HEAD_ABOVE, "middle", head))
    });
    let down = row.and_then(|row| {
        let head = scene.down.heads.get(row as usize)?;
        let middle = y + i64::from(row * pitch_y + pitch_y / 2);
        let is_seen = middle > 0;
        is_seen.then(|| {
            let x = i64::from(left - HEAD_GAP);
            text(x, i64::from(top) + middle + HEAD_BELOW, "end", head)
        })
    });
    el("svg")
        .class("grid-heads grid-heads-of")
        .attr(Attr::FontSize, HEAD_FONT)
        .child(across)
        .child(down)
}

fn text(x: i64, y: i64, anchor: &'static str, head: &String) -> Element {
    el("text")
        .attr(Attr::X, x.to_string())
        .attr(Attr::Y, y.to_string())
        .attr(Attr::TextAnchor, anchor)
        .child(head)
}

/// Draws an arrow from the cell in which an element is read to the cell where it was expected.
fn to_meant(pane: &Pane, drawn: &Drawn, coord: Coord) -> Option<Element> {
    arrow_between(drawn, pane.cell_of(coord)?, pane.meant_cell(coord)?)
}

/// An arrow from cell to cell; none between neighbours that have no room for it.
pub(super) fn arrow_between(drawn: &Drawn, from: CellAt, to: CellAt) -> Option<Element> {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let middle = |at: CellAt| {
        let x = f64::from(at.column) - f64::from(scene.window.columns.start) + 0.5;
        let y = f64::from(at.row) - f64::from(scene.window.rows.start) + 0.5;
        (
            x * f64::from(geometry.pitch_x),
            y * f64::from(geometry.pitch_y),
        )
    };
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let length = ((x2 - x1).powi(2) + (y2 - y1).powi(2)).sqrt();
    if length < f64::from(geometry.pitch_x.max(geometry.pitch_y)) / 2.0 {
        return None;
    }
    // Along the arrow, and across it.
    let (along_x, along_y) = ((x2 - x1) / length, (y2 - y1) / length);
    // It leaves the numbers at both ends free.
    let free = f64::from(geometry.pitch_y.min(geometry.pitch_x)) * 0.42;
    let (x1, y1) = (x1 + free * along_x, y1 + free * along_y);
    let at = |along: f64, across: f64| {
        let along = along + free;
        let x = x2 - along * along_x - across * along_y;
        let y = y2 - along * along_y + across * along_x;
        format!("{} {}", x as i64, y as i64)
    };
    let line = format!("M{} {}L{}", x1 as i64, y1 as i64, at(8.0, 0.0));
    let head = format!("M{}L{}L{}z", at(0.0, 0.0), at(10.0, 5.0), at(10.0, -5.0));
    let path = |class: &'static str, path: String| el("path").class(class).attr(Attr::D, path);
    Some(
        el("g")
            .child(path("grid-meant-halo", line.clone()))
            .child(path("grid-meant", line))
            .child(path("grid-meant is-head", head)),
    )
}
