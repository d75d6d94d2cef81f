//! Cells that are drawn whole: a side of a copy or of a load, a band of scale factors, a fragment.

use crate::cells::{Cell, Look};
use crate::scene::{COLOURS, CellAt, Label, Size, Window};
use swizzle_core::law::Coord;
use swizzle_tmem::plan::Cell as Place;

/// A grid with a head for each column and row. Cells of one id hold the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Heads of columns.
    pub across: Vec<String>,
    /// Heads of rows.
    pub down: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}

impl Sheet {
    pub(super) fn of(
        across: impl IntoIterator<Item: ToString>,
        down: impl IntoIterator<Item: ToString>,
        cell: impl Fn(CellAt) -> Cell,
    ) -> Self {
        let across: Vec<String> = across.into_iter().map(|head| head.to_string()).collect();
        let down: Vec<String> = down.into_iter().map(|head| head.to_string()).collect();
        let size = Size { columns: across.len() as u32, rows: down.len() as u32 };
        Self { cells: Window::all(size).cells().map(cell).collect(), across, down }
    }
}

/// A cell in one of the colours.
pub(crate) const fn coloured(id: u32, colour: u32, label: Label) -> Cell {
    Cell { id, colour: (colour % COLOURS) as u8, look: Look::Plain, label }
}

/// The id of what has a row and a column: a factor, a word of a copy, an element of a fragment.
pub const fn id_of_pair((row, column): (u32, u32)) -> u32 {
    row << 8 | column
}

/// The pair of such an id.
pub const fn pair_of_id(id: u32) -> (u32, u32) {
    (id >> 8, id & 255)
}

/// The id of an element of a tile.
pub const fn id_of_element(at: Coord) -> u32 {
    at.mn << 16 | at.k
}

/// The element of a tile that has an id.
pub const fn element_of_id(id: u32) -> Coord {
    Coord { mn: id >> 16, k: id & 0xffff }
}

/// The id of a cell of tensor memory.
pub const fn id_of_place(place: Place) -> u32 {
    place.cta << 16 | place.lane << 9 | place.column
}

/// The cell of tensor memory that has an id.
pub const fn place_of_id(id: u32) -> Place {
    Place { cta: id >> 16, lane: id >> 9 & 127, column: id & 511 }
}
