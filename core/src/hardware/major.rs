//! Major-ness: which dimension of an operand is contiguous in memory.

use crate::hardware::named::named;
use crate::hardware::operand::Operand;

named! {
    /// The contiguous dimension.
    pub enum Major "major" {
        /// K, the reduction dimension, is contiguous.
        K => "K",
        /// M (operand A) or N (operand B) is contiguous.
        Mn => "MN",
    }
}

impl Major {
    /// The other one.
    ///
    /// ```
    /// use swizzle_core::Major;
    /// assert_eq!(Major::K.other(), Major::Mn);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::K => Self::Mn,
            Self::Mn => Self::K,
        }
    }

    /// Name of an operand of this major-ness in cuBLAS, which is column-major by default.
    ///
    /// Source: PTX ISA, "Shared Memory Matrix Layout", the table of transposed operands.
    #[must_use]
    pub const fn blas(self) -> &'static str {
        match self {
            Self::K => "non-transposed",
            Self::Mn => "transposed",
        }
    }

    /// Value of `imm-trans-a`, `imm-trans-b`, and of bits 15, 16 of tcgen05's instruction descriptor.
    #[must_use]
    pub const fn transpose_bit(self) -> u8 {
        match self {
            Self::K => 0,
            Self::Mn => 1,
        }
    }

    /// The name with the operand's own letter: `M-major`, `N-major` or `K-major`.
    #[must_use]
    pub const fn operand_name(self, operand: Operand) -> &'static str {
        match (self, operand) {
            (Self::K, _) => "K-major",
            (Self::Mn, Operand::A) => "M-major",
            (Self::Mn, Operand::B) => "N-major",
        }
    }
}
