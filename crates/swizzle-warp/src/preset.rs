//! Accesses that kernels make again and again.

use crate::formula::{Formula, Known};
use crate::instruction::Access;
use swizzle_core::hardware::Element;
use swizzle_core::named;

named! {
    /// An access that kernels make again and again.
    pub enum Preset "access" {
        /// 16 bytes a lane, along a row, then the next.
        RowByRow => "row-by-row",
        /// 16 bytes a lane, each lane the next row of one column.
        ColumnByColumn => "column-by-column",
        /// The accumulator of `wgmma`, rounded to 16 bits, by `stmatrix.x4`.
        EpilogueMatrix => "epilogue-stmatrix",
        /// The same by `st.shared`, two elements a lane.
        EpilogueStore => "epilogue-st",
        /// A fragment of operand A by `ldmatrix.x4`.
        FragmentOfA => "ldmatrix-a",
        /// A copy that turns rows into columns, a 4-byte word a lane.
        Transpose => "transpose",
    }
}

impl Preset {
    /// The instruction.
    pub const fn access(self) -> Access {
        match self {
            Self::RowByRow => Access::CopyAsync16,
            Self::ColumnByColumn => Access::Load16,
            Self::EpilogueMatrix => Access::StoreMatrix4,
            Self::EpilogueStore => Access::Store4,
            Self::FragmentOfA => Access::LoadMatrix4,
            Self::Transpose => Access::Store4,
        }
    }

    /// Returns the formula of the start of a lane's elements, for [`Formula::parse`].
    ///
    /// Matrices 0 and 1 of `stmatrix.x4` and `ldmatrix.x4` are rows 0 to 7 and 8 to 15 of the same columns, so that the
    /// registers are those of `wgmma`'s accumulator and of its operand A.
    pub const fn formula_text(self) -> &'static str {
        match self {
            Self::RowByRow => "(lane * width / columns, lane * width % columns)",
            Self::ColumnByColumn | Self::Transpose => "(lane, 0)",
            Self::EpilogueMatrix | Self::FragmentOfA => "(lane % 16, lane / 16 * width)",
            Self::EpilogueStore => "(lane / 4, lane % 4 * width)",
        }
    }

    /// The formula.
    pub fn formula(self) -> Formula {
        let formula = Formula::parse(self.formula_text());
        formula.unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// Describes the access in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::RowByRow => "a copy fills rows in order",
            Self::ColumnByColumn => "32 rows, one column",
            Self::EpilogueMatrix => "store 16 × 16 of an accumulator",
            Self::EpilogueStore => "store 8 rows of an accumulator",
            Self::FragmentOfA => "load 16 × 16 of operand A",
            Self::Transpose => "a transposing copy",
        }
    }
}

impl Known {
    /// Returns the values that a formula may name, for an access to a matrix of this many rows and columns.
    pub const fn of(access: Access, element: Element, rows: u32, columns: u32, lane: u32) -> Self {
        let width = access.bytes() * 8 / element.slot_bits();
        Self { lane, width: if width == 0 { 1 } else { width }, columns, rows }
    }
}
