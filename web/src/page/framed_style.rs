//! The styles of every page in the frame.

use super::memory_menu;
use crate::browser::late_style;

/// Adds the style of the frame, and over it that of a page in it; and the menu of the frame's bar.
pub fn add_style(own: &'static str) {
    late_style::add(concat!(
        style!("parts.css"),
        style!("copied.css"),
        style!("framed.css"),
        style!("verdict-line.css"),
    ));
    late_style::add(own);
    memory_menu::keep();
}
