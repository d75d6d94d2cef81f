//! The two strides of a descriptor, and the direction of each in a mode.

use crate::hardware::Major;
use crate::law::swizzle::Swizzle;

/// One of the two strides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stride {
    /// Leading dimension byte offset.
    Lbo,
    /// Stride dimension byte offset.
    Sbo,
}

impl Stride {
    /// Short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lbo => "LBO",
            Self::Sbo => "SBO",
        }
    }

    /// The stride that steps along the contiguous dimension, from one swizzle-wide column to the next.
    ///
    /// Source: PTX ISA, "Canonical Layouts"; measured on H200, where LBO does so in swizzled K-major layouts too.
    #[must_use]
    pub const fn of_columns(major: Major, swizzle: Swizzle) -> Self {
        match (major, swizzle) {
            (Major::Mn, Swizzle::None) => Self::Sbo,
            (Major::K, Swizzle::None)
            | (_, Swizzle::B32 | Swizzle::B64 | Swizzle::B128 | Swizzle::B128Atom32) => Self::Lbo,
        }
    }

    /// The stride that steps along the other dimension, from one group of rows to the next.
    #[must_use]
    pub const fn of_groups(major: Major, swizzle: Swizzle) -> Self {
        match Self::of_columns(major, swizzle) {
            Self::Lbo => Self::Sbo,
            Self::Sbo => Self::Lbo,
        }
    }
}

/// Whether LBO is written into the descriptor but, by the ISA's text, not used.
#[must_use]
pub const fn isa_ignores_lbo(major: Major, swizzle: Swizzle) -> bool {
    matches!(major, Major::K) && !matches!(swizzle, Swizzle::None)
}
