//! The order of a tile's atoms.

use crate::hardware::named::named;

named! {
    /// Atom order: the direction in which the atoms of a tile follow each other in memory.
    pub enum Order "order" {
        /// Atoms adjacent along MN come first.
        Mn => "mn",
        /// Atoms adjacent along K come first.
        K => "k",
    }
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
