//! XORs of writers, apart from the swizzle modes: units exchanged within plain rows.

use crate::hardware::named::named;
use crate::hardware::{LINE_BYTES, LINE_UNITS, UNIT_BYTES};
use crate::law::xor::Xor;

/// An XOR that exchanges the 16-byte units of plain rows: `unit ^ (count & mask)`. The count is of rows in the buffer, of some
/// rows together, or of 128-byte lines of shared memory from address 0.
///
/// ```
/// use swizzle_core::law::RowXor;
/// assert_eq!(RowXor::Row3.text(), "unit ^ (row & 3)");
/// assert_eq!(RowXor::Rows2And1.text(), "unit ^ (row / 2 & 1)");
/// assert_eq!(RowXor::Line7.text(), "unit ^ (address / 128 & 7)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowXor {
    /// `row & 1`.
    Row1,
    /// `row & 3`.
    Row3,
    /// `row & 7`.
    Row7,
    /// `row / 2 & 1`.
    Rows2And1,
    /// `row / 2 & 3`.
    Rows2And3,
    /// `row / 4 & 1`.
    Rows4And1,
    /// `address / 128 & 1`.
    Line1,
    /// `address / 128 & 3`.
    Line3,
    /// `address / 128 & 7`.
    Line7,
}

named!(
    RowXor,
    "row XOR",
    Row1 => "row-and-1",
    Row3 => "row-and-3",
    Row7 => "row-and-7",
    Rows2And1 => "row/2-and-1",
    Rows2And3 => "row/2-and-3",
    Rows4And1 => "row/4-and-1",
    Line1 => "line-and-1",
    Line3 => "line-and-3",
    Line7 => "line-and-7",
);

impl RowXor {
    /// Rows or lines that share a phase, and the mask of what is left of their number.
    const fn divisor_and_mask(self) -> (u32, u32) {
        match self {
            Self::Row1 | Self::Line1 => (1, 1),
            Self::Row3 | Self::Line3 => (1, 3),
            Self::Row7 | Self::Line7 => (1, 7),
            Self::Rows2And1 => (2, 1),
            Self::Rows2And3 => (2, 3),
            Self::Rows4And1 => (4, 1),
        }
    }

    /// Whether rows of the buffer are counted, and not lines of shared memory.
    #[must_use]
    pub const fn counts_rows(self) -> bool {
        !matches!(self, Self::Line1 | Self::Line3 | Self::Line7)
    }

    /// The phase of a unit: what is XORed into its number.
    #[must_use]
    pub const fn phase(self, row: u32, absolute_bytes: u32) -> u32 {
        let (divisor, mask) = self.divisor_and_mask();
        let count = if self.counts_rows() { row } else { absolute_bytes / LINE_BYTES };
        (count / divisor) & mask
    }

    /// The XOR on addresses that has as many bits and counts lines of shared memory.
    #[must_use]
    pub const fn xor_of_lines(self) -> Xor {
        Xor {
            bits: self.divisor_and_mask().1.count_ones(),
            base: UNIT_BYTES.trailing_zeros(),
            shift: LINE_UNITS.trailing_zeros(),
        }
    }

    /// The equivalent XOR on addresses for rows of this pitch, in a buffer that starts at a multiple of the repeating
    /// pattern; `None` if the pitch is not a power of two, or is less than the units that are exchanged.
    ///
    /// ```
    /// use swizzle_core::law::{RowXor, Xor};
    /// assert_eq!(RowXor::Row3.xor_of_rows(128), Some(Xor { bits: 2, base: 4, shift: 3 }));
    /// assert_eq!(RowXor::Row7.xor_of_rows(64), None);
    /// ```
    #[must_use]
    pub const fn xor_of_rows(self, row_bytes: u32) -> Option<Xor> {
        let (divisor, mask) = self.divisor_and_mask();
        if !self.counts_rows() {
            return Some(self.xor_of_lines());
        }
        if !row_bytes.is_power_of_two() || row_bytes < UNIT_BYTES * (mask + 1) {
            return None;
        }
        Some(Xor { shift: (row_bytes * divisor / UNIT_BYTES).trailing_zeros(), ..self.xor_of_lines() })
    }

    /// The expression, as it is in a writer's code.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Row1 => "unit ^ (row & 1)",
            Self::Row3 => "unit ^ (row & 3)",
            Self::Row7 => "unit ^ (row & 7)",
            Self::Rows2And1 => "unit ^ (row / 2 & 1)",
            Self::Rows2And3 => "unit ^ (row / 2 & 3)",
            Self::Rows4And1 => "unit ^ (row / 4 & 1)",
            Self::Line1 => "unit ^ (address / 128 & 1)",
            Self::Line3 => "unit ^ (address / 128 & 3)",
            Self::Line7 => "unit ^ (address / 128 & 7)",
        }
    }
}
