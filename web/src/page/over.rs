//! What can be shown over the atlas.

/// A dialog over the page.
#[derive(Clone, Copy, PartialEq)]
pub enum Over {
    /// The figures of the ISA.
    Figures,
    /// What leaves the page.
    Share,
}
