//! Swizzle modes: their atoms and the XOR on absolute shared-memory addresses.

use crate::hardware::named::named;
use crate::hardware::{Major, UNIT_BYTES};
use crate::law::xor::Xor;

named! {
    /// A swizzle mode.
    pub enum Swizzle "swizzle" {
        /// No swizzle, also called interleaved.
        None => "none",
        /// 32-byte swizzle.
        B32 => "32B",
        /// 64-byte swizzle.
        B64 => "64B",
        /// 128-byte swizzle.
        B128 => "128B",
        /// 128-byte swizzle that keeps 32-byte atoms whole; tcgen05 only.
        B128Atom32 => "128B-32B-atom",
    }
}

/// The block that a swizzle mode repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Units along the contiguous dimension: one swizzle row.
    pub row_units: u32,
    /// Elements along the other dimension.
    pub rows: u32,
}

impl Atom {
    /// Bytes of one atom.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.row_units * self.rows * UNIT_BYTES
    }

    /// MN × K sides in the units of the ISA's atom table: 128-bit elements along the contiguous side, elements along the other.
    ///
    /// ```
    /// use swizzle_core::{Major, Swizzle};
    /// assert_eq!(Swizzle::B64.atom(Major::Mn).sides(Major::Mn), (4, 8));
    /// assert_eq!(Swizzle::B64.atom(Major::K).sides(Major::K), (8, 4));
    /// ```
    #[must_use]
    pub const fn sides(self, major: Major) -> (u32, u32) {
        match major {
            Major::Mn => (self.row_units, self.rows),
            Major::K => (self.rows, self.row_units),
        }
    }
}

impl Swizzle {
    /// `w`: units in a swizzle row.
    #[must_use]
    pub const fn row_units(self) -> u32 {
        match self {
            Self::None => 1,
            Self::B32 => 2,
            Self::B64 => 4,
            Self::B128 | Self::B128Atom32 => 8,
        }
    }

    /// Bytes of a swizzle row.
    #[must_use]
    pub const fn row_bytes(self) -> u32 {
        self.row_units() * UNIT_BYTES
    }

    /// The atom.
    ///
    /// Source: PTX ISA, "Various combinations of swizzling mode, leading dimension and swizzle-atom layout".
    /// The 32B-atom mode has an atom only for MN-major (8 × 4, from CuTe and the tcgen05 table); for K-major the
    /// sources disagree, and groups of 8 rows are taken from the ISA's definition of the stride dimension.
    #[must_use]
    pub const fn atom(self, major: Major) -> Atom {
        let rows = match (self, major) {
            (Self::B128Atom32, Major::Mn) => 4,
            (Self::None | Self::B32 | Self::B64 | Self::B128, _) | (_, Major::K) => 8,
        };
        Atom { row_units: self.row_units(), rows }
    }

    /// The XOR as CuTe writes it, on byte addresses.
    #[must_use]
    pub const fn xor(self) -> Xor {
        let [bits, base, shift] = match self {
            Self::None => [0, 4, 3],
            Self::B32 => [1, 4, 3],
            Self::B64 => [2, 4, 3],
            Self::B128 => [3, 4, 3],
            Self::B128Atom32 => [2, 5, 2],
        };
        Xor { bits, base, shift }
    }

    /// Bytes after which the XOR repeats, and to which a pattern's start must be aligned for base offset 0.
    ///
    /// Source: PTX ISA, "Matrix Descriptor Format" (1024, 512, 256); 512 for the 32B-atom mode is inferred from its XOR.
    #[must_use]
    pub const fn pattern_bytes(self) -> u32 {
        match self {
            Self::None => UNIT_BYTES,
            Self::B32 | Self::B64 | Self::B128 | Self::B128Atom32 => self.xor().pattern_bytes(),
        }
    }

    /// The phase: how far the XOR of the line that holds `absolute_bytes` has advanced, `0 .. 2^B`.
    ///
    /// The base offset is subtracted, and has no effect without swizzle. Measured on H200 (wgmma); tcgen05 is inferred to be alike.
    #[must_use]
    pub const fn phase(self, absolute_bytes: u32, base_offset: u8) -> u32 {
        self.xor().phase(absolute_bytes, base_offset)
    }

    /// The shared-memory address of the byte at an absolute address. Its own inverse.
    ///
    /// Measured on H200: the XOR acts on the absolute address, after start, LBO and SBO are added.
    ///
    /// ```
    /// use swizzle_core::Swizzle;
    /// assert_eq!(Swizzle::B128.physical_from_absolute(0x5d0, 0), 0x5e0);
    /// assert_eq!(Swizzle::B128.physical_from_absolute(0x5e0, 0), 0x5d0);
    /// ```
    #[must_use]
    pub const fn physical_from_absolute(self, absolute_bytes: u32, base_offset: u8) -> u32 {
        self.xor().apply(absolute_bytes, base_offset)
    }
}
