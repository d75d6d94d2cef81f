//! A matrix in units.

use crate::law::layout::{Digits, Extent, Layout};

/// Columns and rows of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    /// Cells side by side.
    pub columns: u32,
    /// Cells one below the other.
    pub rows: u32,
}

impl Layout {
    /// Units along the contiguous dimension, and rows along the other, of a matrix of this extent.
    #[must_use]
    pub const fn unit_grid(&self, extent: Extent) -> Size {
        let (along, rows) = extent.along_and_across(self.major());
        Size {
            columns: along.div_ceil(self.element().per_unit()),
            rows,
        }
    }

    /// The digits of a unit, counted along the contiguous dimension, in a row.
    #[must_use]
    pub const fn digits_from_unit_and_row(&self, unit: u32, row: u32) -> Digits {
        let atom = self.swizzle().atom(self.major());
        Digits {
            column: unit / atom.row_units,
            unit: unit % atom.row_units,
            slot: 0,
            group: row / atom.rows,
            row: row % atom.rows,
        }
    }
}
