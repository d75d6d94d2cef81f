//! The panes in which a tile is drawn: what each is called, and what tells it from the others.

use swizzle_core::named;

named! {
    /// A pane: one picture of a tile among the others.
    ///
    /// ```
    /// use swizzle_core::Named as _;
    /// use swizzle_draw::scene::PaneKind;
    /// let titles: Vec<_> = PaneKind::ALL.iter().map(|pane| pane.short_title()).collect();
    /// assert_eq!(titles, ["Matrix", "Memory"]);
    /// ```
    pub enum PaneKind "view" {
        /// The matrix as the ISA draws it, the contiguous side horizontal.
        Matrix => "matrix",
        /// Shared memory in lines of 128 bytes.
        Memory => "memory",
    }
}

impl PaneKind {
    /// The panes of a tile of shared memory, in the order in which a page shows them.
    pub const OF_TILE: &'static [Self] = &[Self::Matrix, Self::Memory];

    /// Its heading beside those of others.
    pub const fn short_title(self) -> &'static str {
        match self {
            Self::Matrix => "Matrix",
            Self::Memory => "Memory",
        }
    }

    /// Whether its cells are at addresses; otherwise they are the matrix's elements, which can be folded.
    pub const fn has_addresses(self) -> bool {
        matches!(self, Self::Memory)
    }
}
