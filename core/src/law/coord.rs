//! Elements of a matrix: which one, how many, and the two indices that count them.

use crate::hardware::Major;

/// An index of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// M of operand A, N of operand B.
    Mn,
    /// K.
    K,
}

impl Axis {
    /// The other index.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Mn => Self::K,
            Self::K => Self::Mn,
        }
    }

    /// Whether it is the same index.
    pub(super) const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }
}

impl Coord {
    /// The index on an axis.
    #[inline]
    #[must_use]
    pub const fn on(self, axis: Axis) -> u32 {
        match axis {
            Axis::Mn => self.mn,
            Axis::K => self.k,
        }
    }

    /// The element with another index on an axis.
    #[must_use]
    pub const fn with(self, axis: Axis, index: u32) -> Self {
        match axis {
            Axis::Mn => Self { mn: index, ..self },
            Axis::K => Self { k: index, ..self },
        }
    }
}

impl Extent {
    /// The extent of an axis.
    #[must_use]
    pub const fn on(self, axis: Axis) -> u32 {
        match axis {
            Axis::Mn => self.mn,
            Axis::K => self.k,
        }
    }
}

/// An element of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// Index along M (operand A) or N (operand B).
    pub mn: u32,
    /// Index along K.
    pub k: u32,
}

impl Coord {
    /// The element at a place along the contiguous dimension and across it.
    #[must_use]
    pub const fn at(major: Major, along: u32, across: u32) -> Self {
        match major {
            Major::K => Self { mn: across, k: along },
            Major::Mn => Self { mn: along, k: across },
        }
    }

    /// The place along the contiguous dimension and across it.
    #[must_use]
    pub const fn along_and_across(self, major: Major) -> (u32, u32) {
        match major {
            Major::K => (self.k, self.mn),
            Major::Mn => (self.mn, self.k),
        }
    }
}

/// Extents of a matrix in elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Elements along M or N.
    pub mn: u32,
    /// Elements along K.
    pub k: u32,
}

impl Extent {
    /// Whether a matrix of this extent has an element.
    #[must_use]
    pub const fn contains(self, at: Coord) -> bool {
        at.mn < self.mn && at.k < self.k
    }

    /// Elements along the contiguous dimension and across it.
    #[must_use]
    pub const fn along_and_across(self, major: Major) -> (u32, u32) {
        match major {
            Major::K => (self.k, self.mn),
            Major::Mn => (self.mn, self.k),
        }
    }
}

impl Axis {
    /// The contiguous dimension and the other one.
    #[must_use]
    pub const fn along_and_across(major: Major) -> (Self, Self) {
        match major {
            Major::K => (Self::K, Self::Mn),
            Major::Mn => (Self::Mn, Self::K),
        }
    }
}
