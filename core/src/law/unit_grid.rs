//! A matrix in units.

use alloc::vec::Vec;

use crate::law::coord::Axis;
use crate::law::coord::Extent;
use crate::law::layout::{Digits, Layout};
use crate::law::terms::Exchange;

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
        Size { columns: along.div_ceil(self.per_unit()), rows }
    }

    /// The digits of a unit, counted along the contiguous dimension, in a row.
    #[must_use]
    pub const fn digits_from_unit_and_row(&self, unit: u32, row: u32) -> Digits {
        let atom = self.atom();
        Digits {
            column: unit / atom.row_units,
            unit: unit % atom.row_units,
            slot: 0,
            group: row / atom.rows,
            row: row % atom.rows,
        }
    }

    /// Calls with the number and the memory unit of each unit of the first rows of a matrix with this many columns of
    /// units, row by row: all of them without a division.
    pub fn each_unit(&self, grid: Size, mut call: impl FnMut(u32, u32)) {
        let (terms, t) = (self.terms(), self.per_unit());
        let (along, across) = Axis::along_and_across(self.major());
        let columns: Vec<u32> =
            terms.sums(along, 0).step_by(t as usize).take(grid.columns as usize).collect();
        let mut index = 0;
        for (row, sum) in (0..grid.rows).zip(terms.sums(across, 0)) {
            let row_bytes = terms.base_bytes.wrapping_add(sum / 8);
            for (column, sum) in (0..).zip(&columns) {
                let memory = match terms.exchange {
                    Exchange::Address { .. } => {
                        let absolute = terms.space.wrapped(row_bytes.wrapping_add(sum / 8));
                        terms.space.wrapped(terms.exchange.physical_from_absolute(absolute))
                    }
                    Exchange::Rows { .. } => self.physical_from_unit(column, row),
                };
                call(index, memory / self.unit_bytes());
                index += 1;
            }
        }
    }
}
