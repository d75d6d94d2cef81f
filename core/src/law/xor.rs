//! The XOR on shared-memory addresses.

/// The lowest address bit that the XOR reads, in every mode: lines of 128 bytes are counted.
pub(crate) const PHASE_BIT: u32 = 7;

/// CuTe's `Swizzle<B,M,S>` on byte addresses: `B` bits from bit `M + S` are XORed into the `B` bits from bit `M`.
///
/// ```text
///   17            10  9  8  7   6  5  4   3   0
///   ..............   [y  y  y] [z  z  z]  ....      Swizzle<3,4,3>: B = 3, M = 4, S = 3
///                     |  |  |   ^  ^  ^
///                     +--|--|---+  |  |
///                        +--|------+  |
///                           +---------+             z ^= y − base offset
/// ```
///
/// Measured on H200: it acts on the absolute address, after start, LBO and SBO are added, and the descriptor's base offset
/// is subtracted first. tcgen05 is inferred to be alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Xor {
    /// Number of bits, `B`.
    pub bits: u32,
    /// Lowest bit that is changed, `M`.
    pub base: u32,
    /// Distance from the changed to the read bits, `S`.
    pub shift: u32,
}

impl Xor {
    /// What is XORed into the changed bits: the bits that are read, less the base offset, `0 .. 2^B`.
    #[must_use]
    pub const fn phase(self, absolute_bytes: u32, base_offset: u8) -> u32 {
        (absolute_bytes >> (self.base + self.shift)).wrapping_sub(base_offset as u32)
            & ((1 << self.bits) - 1)
    }

    /// The address at which the byte of an absolute address lies. Its own inverse.
    ///
    /// ```
    /// use swizzle_core::law::Xor;
    /// let xor = Xor { bits: 3, base: 4, shift: 3 };
    /// assert_eq!(xor.apply(0x5d0, 0), 0x5e0);
    /// assert_eq!(xor.apply(xor.apply(0x5d0, 2), 2), 0x5d0);
    /// ```
    #[must_use]
    pub const fn apply(self, absolute_bytes: u32, base_offset: u8) -> u32 {
        absolute_bytes ^ (self.phase(absolute_bytes, base_offset) << self.base)
    }

    /// Bytes after which it repeats.
    #[must_use]
    pub const fn pattern_bytes(self) -> u32 {
        1 << (self.base + self.shift + self.bits)
    }
}
