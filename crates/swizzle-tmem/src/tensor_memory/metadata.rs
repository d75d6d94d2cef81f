//! Metadata of a sparse A in tensor memory.

use super::*;

/// Bits of metadata of one group of elements.
const GROUP_BITS: u32 = 4;

/// Rows of one CTA whose metadata some source places.
const ROWS: u32 = 128;

/// Metadata of a CTA's rows of a sparse A, over a K of whole instructions: row m, element k of the logical row ↔ lane, column,
/// bit of the column's word.
///
/// Each group of elements along K has 4 bits: 2 elements of tf32, 4 of f16 and of bytes, 8 of packed 4-bit ones. All elements
/// of a group lead to its first bit. Source: CuTe's fragments of metadata; that the low nibble belongs to the lower k follows
/// from its order of elements. For M = 64 no source places them.
///
/// # Errors
/// [`Refusal::Unknown`] for rows other than 128; [`Refusal::Steps`] for a K that is not a multiple of the instruction's,
/// [`Refusal::Columns`] for more than 512 columns.
///
/// ```
/// use swizzle_core::hardware::Kind;
/// use swizzle_tmem::tensor_memory::metadata;
/// let law = metadata(Kind::F16, 128, 32)?;
/// let cell = law.points(&[77, 20])?[0];
/// assert_eq!((cell.lane, cell.column, cell.bit), (77, 0, 20)); // bits 4 to 7 of byte 2
/// assert_eq!((law.element(cell), law.axes()[1].per), (Some([77, 20]), 4));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
pub fn metadata(kind: Kind, rows: u32, k: u32) -> Result<Law, Refusal> {
    use Coordinate::{Bit, Column, Lane};
    if rows != ROWS {
        return Err(Refusal::Unknown("metadata of a CTA that does not have 128 rows of A"));
    }
    let step = kind.k(Sparsity::Sparse);
    if k == 0 || !k.is_multiple_of(step) {
        return Err(Refusal::Steps { k, step });
    }
    // Elements that share 4 bits, and those of the logical row whose metadata is in one column of all lanes.
    let (group, k_of_column) = match kind {
        Kind::Tf32 => (2, 16),
        Kind::F16 | Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 => (4, 32),
        Kind::Mxf4 | Kind::Mxf4nvf4 => (8, 64),
    };
    let (columns, of_column) = (k / k_of_column, k_of_column / group);
    if columns > COLUMNS {
        return Err(Refusal::Columns(columns));
    }
    let law = Law::new("metadata of a sparse A", Mark::Code, "CuTe's fragments of metadata in tensor memory");
    let law = match kind {
        // 8 rows to a byte column: rows 8 to 15 of each 16 are in the upper half of the word.
        Kind::Tf32 | Kind::F16 => law
            .over(Index::M, [(8, Lane, 1), (2, Bit, 16), (ROWS / 16, Lane, 16)])
            .over(Index::Group, [(of_column / 2, Bit, GROUP_BITS), (2, Lane, 8), (columns, Column, 1)]),
        Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 | Kind::Mxf4 | Kind::Mxf4nvf4 => law
            .over(Index::M, [(ROWS, Lane, 1)])
            .over(Index::Group, [(of_column, Bit, GROUP_BITS), (columns, Column, 1)]),
    };
    Ok(law.shared_by(group))
}
