//! How a page looks.

use super::*;

/// The reader's choice of theme and colours.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
}

impl Look {
    /// What the reader chose last.
    pub fn remembered() -> Self {
        Self { theme: browser::remembered_theme(), palette: browser::remembered_palette() }
    }
}
