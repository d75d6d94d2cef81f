//! The styles of every page in the frame.

use super::old;
use crate::browser::late_style;

/// Adds the style of the frame, and over it that of a page in it.
pub fn add_style(own: &'static str) {
    old::add_style();
    late_style::add(concat!(
        style!("parts.css"),
        style!("copied.css"),
        style!("framed.css"),
        style!("verdict-line.css"),
    ));
    late_style::add(own);
}
