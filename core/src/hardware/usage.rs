//! The purpose of a descriptor: an operand of a product, or a copy into tensor memory.

use crate::hardware::memory::UNIT_BYTES;
use crate::hardware::named::named;

named! {
    /// Purpose of a descriptor. The same 64 bits serve both; they are judged by what is read through them.
    pub enum Use "use" {
        /// An operand of `wgmma` or `tcgen05.mma`.
        Mma => "mma",
        /// The source of `tcgen05.cp`, which copies from shared into tensor memory.
        Copy => "cp",
    }
}

named! {
    /// The shape of a `tcgen05.cp`: rows × bits of each.
    ///
    /// Source: PTX ISA, `tcgen05.cp`. Scale factors go by `.32x128b.warpx4` in CUTLASS, DeepGEMM and TileLang.
    ///
    /// ```
    /// use swizzle_core::Named;
    /// use swizzle_core::hardware::CopyShape;
    /// let shape = CopyShape::from_name("32x128b").unwrap();
    /// assert_eq!((shape.rows(), shape.row_bytes()), (32, 16));
    /// ```
    pub enum CopyShape "copy shape" {
        /// 128 rows of 32 bytes.
        R128x256b => "128x256b",
        /// 4 rows of 32 bytes.
        R4x256b => "4x256b",
        /// 128 rows of 16 bytes.
        R128x128b => "128x128b",
        /// 64 rows of 16 bytes, to two pairs of warps.
        R64x128b => "64x128b",
        /// 32 rows of 16 bytes, to four warps: scale factors.
        R32x128b => "32x128b",
    }
}

impl CopyShape {
    /// Rows of one copy.
    #[must_use]
    pub const fn rows(self) -> u32 {
        match self {
            Self::R128x256b | Self::R128x128b => 128,
            Self::R64x128b => 64,
            Self::R32x128b => 32,
            Self::R4x256b => 4,
        }
    }

    /// Bytes of each row.
    #[must_use]
    pub const fn row_bytes(self) -> u32 {
        match self {
            Self::R128x256b | Self::R4x256b => 2 * UNIT_BYTES,
            Self::R128x128b | Self::R64x128b | Self::R32x128b => UNIT_BYTES,
        }
    }
}
