//! A region that is drawn along the columns, or its right edge.

use swizzle_tmem::plan::{Cell, Laid, SizedBy};
use swizzle_tmem::tensor_memory::{COLUMNS, LANES};
use web_sys::Element as Node;
use yew::prelude::*;

use super::place::place;
use crate::element::{Attr, Element, el, fragment};

/// Columns from one place of a region to the next: those of a block of scale factors.
const SNAP: u32 = 4;
/// How far from an edge, in pixels, it is held.
const NEAR: f64 = 5.0;

/// Region or edge that is dragged.
pub(super) struct Drag {
    pub(super) region: usize,
    /// Columns from its first to where it is held; none of an edge.
    held: Option<u32>,
    pub(super) has_moved: bool,
}

/// Destination of the drag.
pub(super) enum Drawn {
    /// Another first column.
    Column(u32),
    /// Another number of columns.
    Columns(u32),
}

impl Drag {
    /// The right edge of a region.
    pub(super) const fn of_edge(region: usize) -> Self {
        Self {
            region,
            held: None,
            has_moved: false,
        }
    }

    /// The region of a cell; of several, the later one, which is on top.
    pub(super) fn of_region(laid: &Laid, cell: Cell) -> Option<Self> {
        let found = laid.at(cell).into_iter().next_back()?;
        let region = laid.region(found.region)?;
        Some(Self {
            region: region.index,
            held: Some(cell.column - region.column),
            has_moved: false,
        })
    }

    /// Returns the new place of the region or of its edge, held at a cell; none where it stays.
    pub(super) fn drawn_to(&mut self, laid: &Laid, cell: Cell) -> Option<Drawn> {
        let region = laid.region(self.region)?;
        let drawn = match self.held {
            Some(held) => {
                let last = COLUMNS.saturating_sub(region.columns);
                let column = (cell.column + SNAP / 2).saturating_sub(held) / SNAP * SNAP;
                let column = column.min(last);
                (column != region.column).then_some(Drawn::Column(column))
            }
            None => {
                let columns = (cell.column + 1).saturating_sub(region.column).max(1);
                (columns != region.columns).then_some(Drawn::Columns(columns))
            }
        };
        self.has_moved |= drawn.is_some();
        drawn
    }
}

/// The region whose right edge is near the pointer, in the lane of a cell. A narrow region is held at the last third of it.
pub(super) fn edge_at(map: &NodeRef, event: &MouseEvent, laid: &Laid, cell: Cell) -> Option<usize> {
    let place = map.cast::<Node>()?.get_bounding_client_rect();
    let column = place.width() / f64::from(COLUMNS);
    let x = f64::from(event.client_x()) - place.left();
    let near = laid.regions().filter(|region| {
        let beyond = x - f64::from(region.range().end) * column;
        let within = NEAR.min(f64::from(region.columns) * column / 3.0);
        region.lanes.contains(cell.lane) && (-within..=NEAR).contains(&beyond)
    });
    // At the edge of one region and the start of the next, that of the first.
    near.map(|region| region.index).last()
}

/// A strip over the right edge of each region.
pub(super) fn edges(laid: &Laid) -> Element {
    let edge = |end: u32, by: SizedBy| {
        let title = match by {
            SizedBy::N => "Drag to change N",
            SizedBy::K => "Drag to change K",
        };
        el("i")
            .class("is-edge")
            .attr(Attr::Title, title)
            .attr(Attr::Style, place(&(0..LANES), &(end..end)))
    };
    let edges = laid
        .regions()
        .map(|region| edge(region.range().end.min(COLUMNS), region.what.sized_by()));
    fragment().children(edges)
}
