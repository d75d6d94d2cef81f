//! What can lie over the atlas.

/// A dialog that lies over the page.
#[derive(Clone, Copy, PartialEq)]
pub enum Over {
    /// The figures of the ISA.
    Figures,
    /// What leaves the page.
    Share,
}
