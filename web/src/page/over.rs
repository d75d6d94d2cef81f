//! Dialogs over the atlas.

/// A dialog over the page.
#[derive(Clone, Copy, PartialEq)]
pub enum Over {
    /// The Share dialog.
    Share,
}
