//! The part of a scrolled element that is in view.

use web_sys::HtmlElement;

use crate::browser::is_printing;

/// Size and scroll position of an element, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewport {
    /// Pixels of the content left of the view.
    pub left: i32,
    /// Pixels of the content above the view.
    pub top: i32,
    /// Width of the view.
    pub width: i32,
    /// Height of the view.
    pub height: i32,
    /// Whether it is seen on paper: then all of it is.
    pub prints: bool,
}

impl Viewport {
    /// The viewport of a view that is not mounted: nothing is seen, since a picture drawn for a guess would be redrawn at once.
    pub(super) const fn unknown() -> Self {
        Self {
            left: 0,
            top: 0,
            width: 0,
            height: 0,
            prints: false,
        }
    }

    /// The present viewport of an element.
    pub fn of(element: &HtmlElement) -> Self {
        Self {
            left: element.scroll_left(),
            top: element.scroll_top(),
            width: element.client_width(),
            height: element.client_height(),
            prints: is_printing(),
        }
    }
}
