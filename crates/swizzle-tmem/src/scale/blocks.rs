//! Scale factors in shared and global memory, in each of their layouts.

use super::*;

/// Rows of a block.
pub const BLOCK_ROWS: u32 = 128;
/// Factors of each row in a block.
pub const BLOCK_FACTORS: u32 = 4;
/// Bytes of a block: one for each factor.
pub const BLOCK_BYTES: u32 = BLOCK_ROWS * BLOCK_FACTORS;
/// Bytes from one group of 8 rows that a copy of a block reads to the next: 16 bytes a row, without a gap.
pub const BLOCK_SBO_BYTES: u32 = 8 * UNIT_BYTES;

/// Rows with the padding that whole blocks need. Source: CuTe, which rounds rows of SFB up as well (N = 192 to 256).
///
/// ```
/// use swizzle_tmem::scale::padded_rows;
/// assert_eq!([64, 128, 192].map(padded_rows), [128, 128, 256]);
/// ```
pub const fn padded_rows(rows: u32) -> u32 {
    rows.div_ceil(BLOCK_ROWS).saturating_mul(BLOCK_ROWS)
}

/// Scale factors in memory: row, factor along K ↔ byte.
///
/// Source: CuTe, `Sm1xxBlockScaledConfig`: `tile_atom_to_shape_SFA` and `SFB` for a tensor, `deduce_smem_layoutSFA` and
/// `SFB` for a stage; FlashInfer for the other two.
///
/// ```
/// use swizzle_tmem::scale::{Order, ScaleBlocks};
/// let byte = |order| ScaleBlocks::new(order, 256, 8)?.byte_from_factor(200, 2);
/// assert_eq!(byte(Order::Tensor)?, 1162);
/// assert_eq!(byte(Order::Stage)?, 650);
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScaleBlocks {
    /// The layout.
    pub order: Order,
    /// Rows without padding.
    pub rows: u32,
    /// Factors of each row without padding.
    pub factors: u32,
    /// The law: row, factor ↔ byte of memory, padding included.
    pub law: Law,
}

impl ScaleBlocks {
    /// The factors of so many rows, so many of each.
    ///
    /// # Errors
    /// [`Refusal::ScaleSize`] where one of them is 0, or all need more than 2^31 bytes.
    pub fn new(order: Order, rows: u32, factors: u32) -> Result<Self, Refusal> {
        let refused = Refusal::ScaleSize { rows, blocks: factors };
        let [block_rows, block_factors] = order.block();
        let (high, wide) = (rows.div_ceil(block_rows), factors.div_ceil(block_factors));
        let blocks = u64::from(high) * u64::from(wide);
        if blocks == 0 || blocks > (1 << 31) / u64::from(block_rows * block_factors) {
            return Err(refused);
        }
        Ok(Self { order, rows, factors, law: order.law(rows, factors) })
    }

    /// Bytes of all, padding included.
    pub fn bytes(&self) -> u32 {
        self.law.span(Coordinate::MemoryByte)
    }

    /// The byte of a factor, from the first one on.
    ///
    /// # Errors
    /// [`Refusal::Index`] for a row or a factor that there is not.
    pub fn byte_from_factor(&self, row: u32, factor: u32) -> Result<u32, Refusal> {
        Ok(self.law.points(&[row, factor])?[0].memory_byte)
    }

    /// The byte of a factor, 0 for one that there is not.
    pub fn byte(&self, row: u32, factor: u32) -> u32 {
        self.law.point(&[row, factor]).map_or(0, |point| point.memory_byte)
    }

    /// Every row and factor, without padding.
    pub fn places(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let factors = self.factors;
        (0..self.rows).flat_map(move |row| (0..factors).map(move |factor| (row, factor)))
    }

    /// Row and factor of a byte; none for padding and after the last byte.
    pub fn held_at(&self, byte: u32) -> Option<(u32, u32)> {
        self.factor_from_byte(byte).filter(|(row, factor)| *row < self.rows && *factor < self.factors)
    }

    /// Row and factor of a byte; those of padding are past [`rows`](Self::rows) or [`factors`](Self::factors). None after
    /// the last byte.
    pub fn factor_from_byte(&self, byte: u32) -> Option<(u32, u32)> {
        let [row, factor] = self.law.element(Point { memory_byte: byte, ..Point::default() })?;
        Some((row, factor))
    }
}
