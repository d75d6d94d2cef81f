//! How a page looks.

use swizzle_draw::{Palette, Theme};

/// What the reader chose of the page's looks.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
}
