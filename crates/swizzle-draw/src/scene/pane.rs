//! The panes in which a tile is drawn: what each is called, and what tells it from the others.

use swizzle_core::named;

/// A pane: one picture of a tile among the others.
///
/// ```
/// use swizzle_core::Named as _;
/// use swizzle_draw::scene::PaneKind;
/// let titles: Vec<_> = PaneKind::ALL.iter().map(|pane| pane.title()).collect();
/// assert_eq!(titles, ["Matrix", "Shared memory"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaneKind {
    /// The matrix as the ISA draws it, the contiguous side horizontal.
    Matrix,
    /// Shared memory in lines of 128 bytes.
    Memory,
}

named!(
    PaneKind,
    "view",
    Matrix => "matrix",
    Memory => "memory",
);

/// Properties of a pane, one record each.
struct Record {
    title: &'static str,
    short_title: &'static str,
    spoken: &'static str,
    rows: &'static str,
    has_addresses: bool,
}

impl PaneKind {
    /// The panes of a tile of shared memory, in the order in which a page shows them.
    pub const OF_TILE: &'static [Self] = &[Self::Matrix, Self::Memory];

    const fn record(self) -> Record {
        match self {
            Self::Matrix => Record {
                title: "Matrix",
                short_title: "Matrix",
                spoken: "Matrix view",
                rows: "rows",
                has_addresses: false,
            },
            Self::Memory => Record {
                title: "Shared memory",
                short_title: "Memory",
                spoken: "Shared-memory view",
                rows: "lines",
                has_addresses: true,
            },
        }
    }

    /// Its heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.record().title
    }

    /// Its heading beside those of others.
    #[must_use]
    pub const fn short_title(self) -> &'static str {
        self.record().short_title
    }

    /// Returns its name for a screen reader.
    #[must_use]
    pub const fn spoken(self) -> &'static str {
        self.record().spoken
    }

    /// Returns the name of its rows.
    #[must_use]
    pub const fn rows(self) -> &'static str {
        self.record().rows
    }

    /// Whether its cells are at addresses; otherwise they are the matrix's elements, which can be folded.
    #[must_use]
    pub const fn has_addresses(self) -> bool {
        self.record().has_addresses
    }
}
