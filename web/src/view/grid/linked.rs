//! Two views that scroll together: the unit at the top of one is at the top of the other.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use swizzle_draw::scene::SceneKind;
use web_sys::HtmlElement;

use super::placed::Placed;
use super::viewport::Viewport;

/// The views of one picture that scroll together.
#[derive(Clone, Default)]
pub struct Linked(Rc<Views>);

#[derive(Default)]
struct Views {
    views: RefCell<[Option<Placed>; 2]>,
    /// Where each was put by the page: scrolling that comes of it leads nowhere.
    put: [Cell<Option<(i32, i32)>>; 2],
}

/// One for the life of a page.
impl PartialEq for Linked {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Linked {
    /// A view takes part, as it stands now: how it stood before.
    pub(super) fn join(&self, view: &Placed) -> Option<Placed> {
        let kind = view.pane.kind as usize;
        self.0.views.borrow_mut()[kind].replace(view.clone())
    }

    /// Says where the page itself puts a view.
    pub(super) fn puts(&self, kind: SceneKind, element: &HtmlElement) {
        let at = (element.scroll_left(), element.scroll_top());
        self.0.put[kind as usize].set(Some(at));
    }

    /// The other view follows one that was scrolled by the reader.
    pub(super) fn follow(&self, kind: SceneKind, element: &HtmlElement) {
        let at = (element.scroll_left(), element.scroll_top());
        if self.0.put[kind as usize].take() == Some(at) {
            return;
        }
        let views = self.0.views.borrow();
        let [Some(first), Some(second)] = &*views else {
            return;
        };
        let (led, leads) = match kind {
            SceneKind::Matrix => (second, first),
            SceneKind::Memory => (first, second),
        };
        // Side by side with others, a row of a folded matrix is at no place of its own.
        if leads.pane.fold.or(led.pane.fold).is_some() {
            return;
        }
        let Some((_, top)) = leads.scroll_in(&Viewport::of(element), led) else {
            return;
        };
        let Some(other) = led.node.cast::<HtmlElement>() else {
            return;
        };
        other.set_scroll_top(top);
        self.puts(led.pane.kind, &other);
    }
}
