//! Dialogs over the atlas.

/// A dialog over the page.
#[derive(Clone, Copy, PartialEq)]
pub enum Over {
    /// The figures of the ISA.
    Figures,
    /// The Share dialog.
    Share,
}
