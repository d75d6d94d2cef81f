//! Operands, and the part of them that one instruction reads.

use crate::hardware::named::named;

named! {
    /// A factor of the matrix product.
    pub enum Operand "operand" {
        /// The M × K factor.
        A => "A",
        /// The K × N factor.
        B => "B",
    }
}

impl Operand {
    /// The other factor.
    ///
    /// ```
    /// use swizzle_core::Operand;
    /// assert_eq!(Operand::A.other(), Operand::B);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// The letter of the dimension that is not K.
    #[must_use]
    pub const fn mn_letter(self) -> &'static str {
        match self {
            Self::A => "M",
            Self::B => "N",
        }
    }
}

named! {
    /// Whether the instruction is the sparse form (`wgmma.mma_async.sp`, `tcgen05.mma.sp`).
    pub enum Sparsity "sparsity" {
        /// Every element of A is stored.
        Dense => "dense",
        /// Two of four elements of A are stored; B keeps its full K, 64 bytes an instruction.
        Sparse => "sparse",
    }
}

named! {
    /// Meaning of the LBO field on tcgen05: bit 52 of its descriptor.
    pub enum LboMode "LBO mode" {
        /// A distance in bytes.
        Relative => "relative",
        /// The shared-memory address of a second chunk; only for a K of 48 bytes, on sm_103a.
        Absolute => "absolute",
    }
}

/// Bytes of K that one instruction reads of an operand through one descriptor, counted in units of T-element slots:
/// 32; 64 for B of the sparse form; 48 in absolute LBO mode (K = 96 of packed 4-bit elements).
///
/// Source: PTX ISA, matrix shapes of wgmma and tcgen05; "Absolute address mode for K dimension being 48B".
///
/// ```
/// use swizzle_core::{LboMode, Operand, Sparsity};
/// use swizzle_core::hardware::read_k_bytes;
/// assert_eq!(read_k_bytes(Operand::B, Sparsity::Sparse, LboMode::Relative), 64);
/// ```
#[must_use]
pub const fn read_k_bytes(operand: Operand, sparsity: Sparsity, lbo_mode: LboMode) -> u32 {
    match (lbo_mode, sparsity, operand) {
        (LboMode::Absolute, _, _) => 48,
        (LboMode::Relative, Sparsity::Sparse, Operand::B) => 64,
        (LboMode::Relative, _, _) => 32,
    }
}
