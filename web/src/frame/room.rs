//! The room that a window has for squares.

use super::*;

/// Narrower windows have one square, and sheets.
pub const NARROW: f64 = 720.0;

/// All that is beside the cells on a narrow screen.
const NARROW_MARGIN: f64 = 24.0 + 52.0 + 16.0 + SCROLL_BAR;
/// What the bar of a page that scrolls takes from a window, at most.
const SCROLL_BAR: f64 = 15.0;
/// All that is beside the cells of two squares.
const TWO_MARGIN: f64 = 48.0 + GUTTER + GAP + 16.0;

/// Side of a cell at eight rows, by the window.
pub fn cell_side((width, height): (f64, f64)) -> f64 {
    match () {
        () if width < NARROW => ((width - NARROW_MARGIN) / 8.0).floor().clamp(24.0, 56.0),
        () if width >= 1900.0 && height >= 1000.0 => 76.0,
        () if width >= 1600.0 && height >= 940.0 => 64.0,
        // Both squares, their gutters, and what is between them.
        () if width < 870.0 => ((width - TWO_MARGIN) / 16.0).floor(),
        () if height < 740.0 || width < 960.0 => 40.0,
        // Two atoms below each other can still be hit.
        () if width < 1240.0 => 44.0,
        () if width < 1400.0 || height < 860.0 => 46.0,
        () => 56.0,
    }
}
