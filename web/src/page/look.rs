//! How a page looks.

use swizzle_draw::{Palette, Theme};

/// The reader's choice of theme and colours.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
}
