//! The copies that bring scale factors from shared to tensor memory.

use super::*;
use swizzle_core::{Arch, Descriptor, FieldId, hardware::ADDRESS_BYTES};

/// A `tcgen05.cp.32x128b.warpx4` of one 512-byte block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockCopy {
    /// The descriptor of the block in shared memory.
    pub descriptor: Descriptor,
    /// The first of its 128 rows.
    pub row: u32,
    /// The first of its 4 factors of each row.
    pub factor: u32,
    /// Byte of shared memory at which it reads the block.
    pub byte: u32,
    /// Columns from the address of the first block's factors to this one's.
    pub column: u32,
}

impl BlockCopy {
    /// Number of its 128 rows, and that of its 4 factors.
    pub const fn block(&self) -> (u32, u32) {
        (self.row / BLOCK_ROWS, self.factor / BLOCK_FACTORS)
    }

    /// Whether it brings a factor.
    pub const fn brings(&self, row: u32, factor: u32) -> bool {
        let (group, word) = self.block();
        row / BLOCK_ROWS == group && factor / BLOCK_FACTORS == word
    }
}

/// The copies of all blocks, from a byte of shared memory to four copies in tensor memory, in the order of their columns.
///
/// No swizzle, SBO 128 bytes. LBO is not used: the field is 1, as in CuTe; DeepGEMM has 0. Source: CuTe's collectives for
/// block-scaled kernels.
///
/// # Errors
/// [`Refusal::SharedByte`] for a first byte that is not a multiple of 16 or blocks that leave the descriptor's addresses,
/// [`Refusal::Columns`] for more than 512 columns.
///
/// ```
/// use swizzle_tmem::scale::{Order, ScaleBlocks, block_copies};
/// let copies = block_copies(&ScaleBlocks::new(Order::Stage, 256, 4)?, 0x8000)?;
/// let copies: Vec<_> = copies.iter().map(|c| (c.descriptor.to_string(), c.column)).collect();
/// assert_eq!(copies, [
///     ("0x0000400800010800".into(), 0),
///     ("0x0000400800010820".into(), 4),
/// ]);
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
pub fn block_copies(blocks: &ScaleBlocks, first_byte: u32) -> Result<Vec<BlockCopy>, Refusal> {
    let high = blocks.rows.div_ceil(BLOCK_ROWS);
    let wide = blocks.factors.div_ceil(BLOCK_FACTORS);
    let columns = ScaleColumns::new(Copies::Four, high * BLOCK_ROWS, blocks.factors)?;
    let end = first_byte.checked_add(high * wide * BLOCK_BYTES);
    if !first_byte.is_multiple_of(UNIT_BYTES) || end.is_none_or(|end| end > ADDRESS_BYTES) {
        return Err(Refusal::SharedByte(first_byte));
    }
    let empty = Descriptor::new(Arch::Tcgen05, Descriptor::fixed_bits(Arch::Tcgen05));
    let common = empty.with(FieldId::Lbo, 1).with_bytes(FieldId::Sbo, BLOCK_SBO_BYTES);
    let places = (0..wide).flat_map(|word| (0..high).map(move |group| (group, word)));
    let copies = places.filter_map(|(group, word)| {
        let (row, factor) = (group * BLOCK_ROWS, word * BLOCK_FACTORS);
        let point = blocks.law.point(&[row, factor])?;
        let byte = first_byte + point.on(Coordinate::MemoryByte);
        let cell = columns.law.point(&[row, factor, 0])?;
        Some(BlockCopy {
            descriptor: common.with_bytes(FieldId::Start, byte),
            row,
            factor,
            byte,
            column: cell.column,
        })
    });
    Ok(copies.collect())
}
