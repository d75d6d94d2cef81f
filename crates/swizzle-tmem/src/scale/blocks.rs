//! Scale factors in shared and global memory: blocks of 512 bytes.

use swizzle_core::hardware::UNIT_BYTES;
use swizzle_core::named;

use crate::refusal::inside;
use crate::{Coordinate, Index, Law, Mark, Point, Refusal};

/// Rows of a block.
pub const BLOCK_ROWS: u32 = 128;
/// Factors of each row in a block.
pub const BLOCK_FACTORS: u32 = 4;
/// Bytes of a block: one for each factor.
pub const BLOCK_BYTES: u32 = BLOCK_ROWS * BLOCK_FACTORS;
/// Bytes from one group of 8 rows that a copy of a block reads to the next: 16 bytes a row, without a gap.
pub const BLOCK_SBO_BYTES: u32 = 8 * UNIT_BYTES;

/// The order of blocks.
///
/// Both are CuTe's. They differ where there are more than 128 rows and more than 4 factors of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// A whole tensor: the next 4 factors of the same rows.
    Tensor,
    /// A stage in shared memory: the same factors of the next 128 rows.
    Stage,
}

named!(Order, "order", Tensor => "tensor", Stage => "stage");

impl Order {
    /// Returns what follows a block, in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Tensor => "the next 4 factors of the same rows",
            Self::Stage => "the same 4 factors of the next 128 rows",
        }
    }
}

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
/// `SFB` for a stage.
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
    /// The order of the blocks.
    pub order: Order,
    /// Rows without padding.
    pub rows: u32,
    /// Factors of each row without padding.
    pub factors: u32,
    law: Law,
}

impl ScaleBlocks {
    /// The factors of so many rows, so many of each.
    ///
    /// # Errors
    /// [`Refusal::ScaleSize`] where one of them is 0, or all need more than 2^31 bytes.
    pub fn new(order: Order, rows: u32, factors: u32) -> Result<Self, Refusal> {
        let refused = Refusal::ScaleSize { rows, blocks: factors };
        let high = rows.div_ceil(BLOCK_ROWS);
        let wide = factors.div_ceil(BLOCK_FACTORS);
        let blocks = u64::from(high) * u64::from(wide);
        if blocks == 0 || blocks > (1 << 31) / u64::from(BLOCK_BYTES) {
            return Err(refused);
        }
        Ok(Self { order, rows, factors, law: law(order, high, wide) })
    }

    /// The law: row, factor ↔ byte of memory, padding included.
    pub const fn law(&self) -> &Law {
        &self.law
    }

    /// Bytes of all, padding included.
    pub fn bytes(&self) -> u32 {
        self.law.span(Coordinate::MemoryByte)
    }

    /// Whether the other [`Order`] has other bytes.
    pub const fn depends_on_order(&self) -> bool {
        self.rows > BLOCK_ROWS && self.factors > BLOCK_FACTORS
    }

    /// The byte of a factor, from the first one on.
    ///
    /// # Errors
    /// [`Refusal::Index`] for a row or a factor that there is not.
    pub fn byte_from_factor(&self, row: u32, factor: u32) -> Result<u32, Refusal> {
        inside("row", row, self.rows)?;
        inside("scale factor", factor, self.factors)?;
        let point = self.law.point(&[row, factor]);
        Ok(point.map_or(0, |point| point.memory_byte))
    }

    /// Row and factor of a byte; those of padding are past [`rows`](Self::rows) or [`factors`](Self::factors). None after
    /// the last byte.
    pub fn factor_from_byte(&self, byte: u32) -> Option<(u32, u32)> {
        let point = Point { memory_byte: byte, ..Point::default() };
        let found = self.law.indices(point);
        found.first().map(|indices| (indices[0], indices[1]))
    }
}

fn law(order: Order, high: u32, wide: u32) -> Law {
    use Coordinate::MemoryByte;
    let (name, source, down, right) = match order {
        Order::Tensor => (
            "scale factors of a tensor",
            "CuTe, Sm1xxBlockScaledConfig::tile_atom_to_shape_SFA and SFB",
            BLOCK_BYTES * wide,
            BLOCK_BYTES,
        ),
        Order::Stage => (
            "scale factors of a stage",
            "CuTe, Sm1xxBlockScaledConfig::deduce_smem_layoutSFA and SFB",
            BLOCK_BYTES,
            BLOCK_BYTES * high,
        ),
    };
    Law::new(name, Mark::Code, source)
        .over(Index::Row, high * BLOCK_ROWS)
        .digit((1, 32), MemoryByte, 16)
        .digit((32, 4), MemoryByte, 4)
        .digit((BLOCK_ROWS, high), MemoryByte, down)
        .over(Index::Block, wide * BLOCK_FACTORS)
        .digit((1, BLOCK_FACTORS), MemoryByte, 1)
        .digit((BLOCK_FACTORS, wide), MemoryByte, right)
}
