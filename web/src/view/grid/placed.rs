//! A view and where it is on the page.

use swizzle_draw::scene::CellAt;
use yew::NodeRef;

use super::geometry::Geometry;
use super::pane::Pane;
use super::viewport::Viewport;

/// A view and where it is on the page.
#[derive(Clone)]
pub(super) struct Placed {
    /// The element that it scrolls in.
    pub(super) node: NodeRef,
    /// The view.
    pub(super) pane: Pane,
    /// Positions of its cells.
    pub(super) geometry: Geometry,
}

impl Placed {
    /// Returns the values from which a cell's position follows: width and height of every cell, and cells in a row.
    pub(super) fn cells(&self) -> (u32, u32, u32) {
        let geometry = &self.geometry;
        let columns = self.pane.size().columns;
        (geometry.pitch_x, geometry.pitch_y, columns)
    }

    /// How far another view, or this one as it is drawn now, has to be scrolled for the first unit in view here to be the first
    /// there, equally far into its row: to the right and down. None where there is no unit here, or that unit is not there.
    pub(super) fn scroll_in(&self, viewport: &Viewport, other: &Self) -> Option<(i32, i32)> {
        let window = self.geometry.window(self.pane.size(), viewport);
        let mut cells = window.columns.map(|column| CellAt {
            column,
            row: window.rows.start,
        });
        let unit = cells.find_map(|at| self.pane.element_at(at))?;
        let cell = other.pane.cell_of(unit)?;
        let (from, to) = (self.geometry.pitch_y, &other.geometry);
        let into = viewport.top.max(0) as u32 % from * to.pitch_y / from;
        Some((
            (cell.column * to.pitch_x) as i32,
            (cell.row * to.pitch_y + into) as i32,
        ))
    }
}
