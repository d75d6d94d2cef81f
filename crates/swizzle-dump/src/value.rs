//! A value of a dump as it is shown.

use std::fmt;

use crate::found::Found;
use crate::values::{Written, value_of_cell};
use swizzle_core::law::Coord;

/// A value of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The index of a cell.
    Index(u32),
    /// MN and K of a cell.
    Pair(u32, u32),
    /// Bits that name no cell, and their bytes.
    Raw(u32, u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Index(index) => write!(f, "{index}"),
            Self::Pair(mn, k) => write!(f, "{mn},{k}"),
            Self::Raw(raw, bytes) => write!(f, "{raw:0width$x}", width = 2 * bytes as usize),
        }
    }
}

impl Found {
    /// The expected value of a cell of the tile.
    pub fn expected_value(&self, cell: Coord) -> Value {
        let at = Coord { mn: cell.mn + self.origin.mn, k: cell.k + self.origin.k };
        match (self.written, value_of_cell(self.written, self.matrix, at)) {
            (Written::Pair, pair) => Value::Pair(pair >> 16, pair & 0xffff),
            (_, index) => Value::Index(index),
        }
    }

    /// A raw value, by the cell of the matrix that it names.
    pub fn value_from_raw(&self, raw: u32) -> Value {
        let cells = self.matrix.mn.saturating_mul(self.matrix.k);
        let is_pair = self.written == Written::Pair;
        if is_pair && self.cell_of_value(raw).is_some() {
            return Value::Pair(raw >> 16, raw & 0xffff);
        }
        let index = self.written.rounded(raw).filter(|_| !is_pair);
        match index {
            Some(index) if index < cells => Value::Index(index),
            _ => Value::Raw(raw, self.width),
        }
    }
}
