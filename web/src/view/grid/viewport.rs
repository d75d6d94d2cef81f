//! What of a scrolled element is in view.

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

/// Notes how large the views are in the document as it comes, where the atlas will put its own: so that the first picture is
/// drawn at once, and not for a second time when it stands. Before anything is drawn.
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

/// Forgets them: views that stand otherwise than in the document have another size.
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
    /// Before the view stands nothing of it is seen: what would be drawn for a guess is drawn again at once.
    pub(super) const fn unknown() -> Self {
        Self {
            left: 0,
            top: 0,
            width: 0,
            height: 0,
            prints: false,
        }
    }

    /// As large as the room that the document has for a view.
    pub(super) fn in_shell(kind: PaneKind) -> Self {
        FIRST.get()[kind as usize]
    }

    /// Before the first view of a kind stands in the atlas. The next one may stand elsewhere.
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
