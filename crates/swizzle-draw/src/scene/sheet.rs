//! Cells that are drawn whole: a side of a copy or of a load, a band of scale factors, a fragment.

use crate::scene::{Cell, CellAt, Size, Window};

/// Cells with the heads of their columns and rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The heads of its columns.
    pub across: Vec<String>,
    /// The heads of its rows.
    pub down: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}

impl Sheet {
    /// The cells below and beside these heads.
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

    /// Its columns and rows.
    pub const fn size(&self) -> Size {
        Size { columns: self.across.len() as u32, rows: self.down.len() as u32 }
    }

    /// A cell, if it is one of its own.
    pub fn cell(&self, at: CellAt) -> Option<&Cell> {
        let index = at.row as usize * self.across.len() + at.column as usize;
        self.cells.get(index).filter(|_| at.column < self.size().columns)
    }
}
