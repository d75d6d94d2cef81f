//! The XOR on shared-memory addresses.

use alloc::format;
use alloc::string::String;

/// The lowest address bit that the XOR reads, in every mode: lines of 128 bytes are counted.
pub const PHASE_BIT: u32 = 7;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Xor {
    /// Number of bits, `B`.
    pub bits: u32,
    /// Lowest bit that is changed, `M`.
    pub base: u32,
    /// Distance from the changed to the read bits, `S`.
    pub shift: u32,
}

impl Xor {
    /// The value that is XORed into the changed bits: the bits that are read, less the base offset, `0 .. 2^B`. Addresses have
    /// 32 bits, and shifts count modulo 32.
    #[inline]
    #[must_use]
    pub const fn phase(self, absolute_bytes: u32, base_offset: u8) -> u32 {
        let read = absolute_bytes.wrapping_shr(self.base.wrapping_add(self.shift));
        let mask = 1_u32.wrapping_shl(self.bits).wrapping_sub(1);
        read.wrapping_sub(base_offset as u32) & mask
    }

    /// The shared-memory address of the byte at an absolute address. Its own inverse.
    ///
    /// ```
    /// use swizzle_core::law::Xor;
    /// let xor = Xor { bits: 3, base: 4, shift: 3 };
    /// assert_eq!(xor.apply(0x5d0, 0), 0x5e0);
    /// assert_eq!(xor.apply(xor.apply(0x5d0, 2), 2), 0x5d0);
    /// ```
    #[inline]
    #[must_use]
    pub const fn apply(self, absolute_bytes: u32, base_offset: u8) -> u32 {
        let phase = self.phase(absolute_bytes, base_offset);
        absolute_bytes ^ phase.wrapping_shl(self.base)
    }

    /// The same as [`apply`](Self::apply) for many addresses: the phase is found where it is used, not shifted there.
    pub(super) fn apply_to_all(self, base_offset: u8) -> impl Fn(u32) -> u32 {
        let changed = 1_u32.wrapping_shl(self.bits).wrapping_sub(1).wrapping_shl(self.base);
        let subtracted = u32::from(base_offset).wrapping_shl(self.base);
        move |absolute| {
            let read = absolute.wrapping_shr(self.shift).wrapping_sub(subtracted);
            absolute ^ read & changed
        }
    }

    /// As CuTe prints it.
    ///
    /// ```
    /// use swizzle_core::Swizzle;
    /// assert_eq!(Swizzle::B64.xor().text(), "Swizzle<2,4,3>");
    /// ```
    #[must_use]
    pub fn text(self) -> String {
        format!("Swizzle<{},{},{}>", self.bits, self.base, self.shift)
    }

    /// Bytes after which it repeats; `u32::MAX` where it does not within 32-bit addresses.
    #[must_use]
    pub const fn pattern_bytes(self) -> u32 {
        let bits = self.base.saturating_add(self.shift).saturating_add(self.bits);
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
    fn bits_that_an_address_lacks_are_no_reason_to_stop() {
        let all = Xor { bits: 31, base: 0, shift: 4 };
        assert_eq!((all.phase(0x5d0, 0), all.apply(0x5d0, 0)), (0x5d, 0x58d));
        assert_eq!(all.pattern_bytes(), u32::MAX);
        let beyond = Xor { bits: u32::MAX, base: u32::MAX, shift: u32::MAX };
        // The result is that of shifts by 31 and by 30.
        assert_eq!(beyond.phase(0xc000_0000, 0), 3);
        assert_eq!(beyond.apply(0xc000_0000, 0), 0x4000_0000);
    }
}
