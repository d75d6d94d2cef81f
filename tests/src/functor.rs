//! CuTe's swizzle functor, written bit by bit from its definition.

use std::fmt;

/// `Swizzle<B,M,S>`: bit `M + S + i` of a number is XORed into bit `M + i`, for each `i` below `B`.
///
/// Source: CuTe, `cute/swizzle.hpp`; the PTX ISA's canonical-layout table names these three numbers for each mode.
///
/// ```
/// use swizzle_tests::Functor;
/// let b128 = Functor { bits: 3, base: 4, shift: 3 };
/// assert_eq!(b128.apply(9 * 16), 8 * 16);
/// assert_eq!(b128.to_string(), "Swizzle<3,4,3>");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Functor {
    /// `B`.
    pub bits: u32,
    /// `M`.
    pub base: u32,
    /// `S`.
    pub shift: u32,
}

impl Functor {
    /// The swizzled number.
    #[must_use]
    pub fn apply(self, number: u32) -> u32 {
        let mut swizzled = number;
        for i in 0..self.bits {
            let source = number >> (self.base + self.shift + i) & 1;
            swizzled ^= source << (self.base + i);
        }
        swizzled
    }

    /// The address at which the hardware finds the byte of an absolute address under a base offset.
    ///
    /// The base offset counts lines of 128 bytes by which the pattern starts late, so the pattern at an address is the
    /// one that an aligned pattern has so many lines earlier. Source: measured on H200 for wgmma.
    #[must_use]
    pub fn apply_with_base_offset(self, address: u32, base_offset: u8) -> u32 {
        let earlier = address.wrapping_sub(128 * u32::from(base_offset));
        address ^ earlier ^ self.apply(earlier)
    }
}

impl fmt::Display for Functor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Swizzle<{},{},{}>", self.bits, self.base, self.shift)
    }
}
