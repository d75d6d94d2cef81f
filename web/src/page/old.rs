//! The styles that every page begins with that is not rebuilt.

use crate::browser::late_style;

/// Adds them, before the page's own.
pub fn add_style() {
    late_style::add(style!("start.css"));
}
