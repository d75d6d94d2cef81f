//! Metadata of a sparse A in tensor memory.

use swizzle_core::Sparsity;
use swizzle_core::hardware::Kind;

use crate::refusal::inside;
use crate::tensor_memory::COLUMNS;
use crate::{Coordinate, Index, Law, Mark, Point, Refusal};

/// Bits of metadata of one group of elements.
const GROUP_BITS: u32 = 4;

/// Rows of one CTA whose metadata some source places.
const ROWS: u32 = 128;

/// Metadata of a sparse A: row m, element k of the logical row ↔ lane, column, bit of the column's word.
///
/// Each group of elements along K has 4 bits: 2 elements of tf32, 4 of f16 and of bytes, 8 of packed 4-bit ones. All elements
/// of a group lead to its first bit. Source: CuTe's fragments of metadata; that the low nibble belongs to the lower k follows
/// from its order of elements. For M = 64 no source places them.
///
/// ```
/// use swizzle_core::hardware::Kind;
/// use swizzle_tmem::tensor_memory::Metadata;
/// let metadata = Metadata::new(Kind::F16, 128, 32)?;
/// let cell = metadata.cell_from_element(77, 20)?;
/// assert_eq!((cell.lane, cell.column, cell.bit), (77, 0, 20)); // bits 4 to 7 of byte 2
/// assert_eq!(metadata.group_from_cell(cell), Some((77, 20..24)));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// The kind.
    pub kind: Kind,
    /// Elements of K of the logical row.
    pub k: u32,
    law: Law,
}

impl Metadata {
    /// The metadata of a CTA's rows of A, over a K of whole instructions.
    ///
    /// # Errors
    /// [`Refusal::Unknown`] for rows other than 128; [`Refusal::Steps`] for a K that is not a multiple of the instruction's,
    /// [`Refusal::Columns`] for more than 512 columns.
    pub fn new(kind: Kind, rows: u32, k: u32) -> Result<Self, Refusal> {
        if rows != ROWS {
            return Err(Refusal::Unknown("metadata of a CTA that does not have 128 rows of A"));
        }
        let step = kind.k(Sparsity::Sparse);
        if k == 0 || !k.is_multiple_of(step) {
            return Err(Refusal::Steps { k, step });
        }
        let law = law(kind, k);
        let columns = k / k_of_column(kind);
        if columns > COLUMNS {
            return Err(Refusal::Columns(columns));
        }
        Ok(Self { kind, k, law })
    }

    /// The law: m, group of K ↔ lane, column, bit.
    pub const fn law(&self) -> &Law {
        &self.law
    }

    /// Elements of K that share 4 bits.
    pub const fn group(&self) -> u32 {
        group(self.kind)
    }

    /// Columns that it takes.
    pub fn columns(&self) -> u32 {
        self.law.span(Coordinate::Column)
    }

    /// Returns the first of the 4 bits of an element's group, from the column of the metadata's address on.
    ///
    /// # Errors
    /// [`Refusal::Index`] for an element that A does not have.
    pub fn cell_from_element(&self, m: u32, k: u32) -> Result<Point, Refusal> {
        inside("row m", m, ROWS)?;
        inside("element k", k, self.k)?;
        let point = self.law.point(&[m, k / self.group()]);
        Ok(point.unwrap_or_default())
    }

    /// The row, and the elements of it, whose 4 bits begin at a lane, column and bit; none where none begin.
    pub fn group_from_cell(&self, cell: Point) -> Option<(u32, std::ops::Range<u32>)> {
        let found = self.law.indices(cell);
        let indices = found.first()?;
        let first = indices[1] * self.group();
        Some((indices[0], first..first + self.group()))
    }
}

const fn group(kind: Kind) -> u32 {
    match kind {
        Kind::Tf32 => 2,
        Kind::F16 | Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 => 4,
        Kind::Mxf4 | Kind::Mxf4nvf4 => 8,
    }
}

/// Elements of K of the logical row whose metadata is in one column of all lanes.
const fn k_of_column(kind: Kind) -> u32 {
    match kind {
        Kind::Tf32 => 16,
        Kind::F16 | Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 => 32,
        Kind::Mxf4 | Kind::Mxf4nvf4 => 64,
    }
}

fn law(kind: Kind, k: u32) -> Law {
    use Coordinate::{Bit, Column, Lane};
    let law = Law::new("metadata of a sparse A", Mark::Code, "CuTe's fragments of metadata in tensor memory")
        .over(Index::M, ROWS);
    let groups = k / group(kind);
    let columns = k / k_of_column(kind);
    let of_column = k_of_column(kind) / group(kind);
    match kind {
        // 8 rows to a byte column: rows 8 to 15 of each 16 are in the upper half of the word.
        Kind::Tf32 | Kind::F16 => law
            .digit((1, 8), Lane, 1)
            .digit((8, 2), Bit, 16)
            .digit((16, ROWS / 16), Lane, 16)
            .over(Index::Group, groups)
            .digit((1, of_column / 2), Bit, GROUP_BITS)
            .digit((of_column / 2, 2), Lane, 8)
            .digit((of_column, columns), Column, 1),
        Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 | Kind::Mxf4 | Kind::Mxf4nvf4 => law
            .digit((1, ROWS), Lane, 1)
            .over(Index::Group, groups)
            .digit((1, of_column), Bit, GROUP_BITS)
            .digit((of_column, columns), Column, 1),
    }
}
