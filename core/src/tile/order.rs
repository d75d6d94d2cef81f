//! The order of a tile's atoms.

use crate::hardware::named::named;

/// Atom order: the direction in which the atoms of a tile follow each other in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// Atoms adjacent along MN come first.
    Mn,
    /// Atoms adjacent along K come first.
    K,
}

impl Order {
    /// The other direction.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Mn => Self::K,
            Self::K => Self::Mn,
        }
    }
}

named!(
    Order,
    "order",
    Mn => "mn",
    K => "k",
);
