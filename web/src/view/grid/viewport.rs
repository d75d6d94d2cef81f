//! The part of a scrolled element that is in view.

use std::cell::Cell;

use swizzle_draw::scene::PaneKind;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::browser::{document, is_printing};

/// Panes that the document has room for.
const PANES: usize = PaneKind::OF_TILE.len();

thread_local! {
    static FIRST: Cell<[Viewport; PANES]> = const { Cell::new([Viewport::unknown(); PANES]) };
}

/// Notes the sizes of the views in the document as it arrives, where the atlas will put its own views, so that the first
/// picture is drawn at once, and not a second time when it is mounted. Called before anything is drawn.
pub fn look_at_shell() {
    FIRST.set(std::array::from_fn(|at| {
        let view = shell(PaneKind::OF_TILE[at]);
        view.map_or(Viewport::unknown(), |view| Viewport::of(&view))
    }));
}

/// The room that the document has for a view.
pub(super) fn shell(kind: PaneKind) -> Option<HtmlElement> {
    let views = document().get_elements_by_class_name("grid-scroller");
    views.item(kind as u32)?.dyn_into().ok()
}

/// Forgets these sizes: views that are arranged otherwise than in the document have another size.
pub fn forget_shell() {
    FIRST.set([Viewport::unknown(); PANES]);
}

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

    /// Returns a viewport as large as the room that the document has for a view.
    pub(super) fn in_shell(kind: PaneKind) -> Self {
        FIRST.get()[kind as usize]
    }

    /// The noted size, once: for the first view of a kind, before it is mounted in the atlas. The next one may be elsewhere.
    pub(super) fn of_shell(kind: PaneKind) -> Self {
        let mut first = FIRST.get();
        let known = std::mem::replace(&mut first[kind as usize], Self::unknown());
        FIRST.set(first);
        known
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
