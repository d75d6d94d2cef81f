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
    /// What is XORed into the changed bits: the bits that are read, less the base offset, `0 .. 2^B`. Bits above an address's
    /// 32 are 0.
    #[must_use]
    pub const fn phase(self, absolute_bytes: u32, base_offset: u8) -> u32 {
        let read = match absolute_bytes.checked_shr(self.base.saturating_add(self.shift)) {
            Some(read) => read,
            None => 0,
        };
        let mask = match 1_u32.checked_shl(self.bits) {
            Some(count) => count - 1,
            None => u32::MAX,
        };
        read.wrapping_sub(base_offset as u32) & mask
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
        match self
            .phase(absolute_bytes, base_offset)
            .checked_shl(self.base)
        {
            Some(changed) => absolute_bytes ^ changed,
            None => absolute_bytes,
        }
    }

    /// Bytes after which it repeats; `u32::MAX` where it does not within 32-bit addresses.
    #[must_use]
    pub const fn pattern_bytes(self) -> u32 {
        let bits = self
            .base
            .saturating_add(self.shift)
            .saturating_add(self.bits);
        match 1_u32.checked_shl(bits) {
            Some(bytes) => bytes,
            None => u32::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_an_address_lacks_are_0() {
        let all = Xor {
            bits: 32,
            base: 0,
            shift: 4,
        };
        assert_eq!((all.phase(0x5d0, 0), all.apply(0x5d0, 0)), (0x5d, 0x58d));
        assert_eq!(all.pattern_bytes(), u32::MAX);
        let beyond = Xor {
            bits: u32::MAX,
            base: u32::MAX,
            shift: u32::MAX,
        };
        assert_eq!((beyond.phase(0x5d0, 0), beyond.apply(0x5d0, 0)), (0, 0x5d0));
    }
}
