//! Views that scroll together: the unit at the top of one is at the top of the others.

use std::cell::RefCell;
use std::rc::Rc;

use swizzle_draw::scene::PaneKind;
use web_sys::HtmlElement;

use super::placed::Placed;
use super::viewport::Viewport;

/// The views of one picture that scroll together.
#[derive(Clone, Default)]
pub struct Linked(Rc<Views>);

#[derive(Default)]
struct Views {
    views: RefCell<Vec<Placed>>,
    /// Scroll position that the page gave each view: the scroll event that follows moves no other view.
    put: RefCell<Vec<(PaneKind, (i32, i32))>>,
}

/// One for the life of a page.
impl PartialEq for Linked {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Linked {
    /// Adds a view, as it is now, and returns it as it was before.
    pub(super) fn join(&self, view: &Placed) -> Option<Placed> {
        let mut views = self.0.views.borrow_mut();
        let is_same = |known: &&mut Placed| known.pane.kind == view.pane.kind;
        if let Some(known) = views.iter_mut().find(is_same) {
            return Some(std::mem::replace(known, view.clone()));
        }
        views.push(view.clone());
        None
    }

    /// Says where the page itself puts a view.
    pub(super) fn puts(&self, kind: PaneKind, element: &HtmlElement) {
        let at = (element.scroll_left(), element.scroll_top());
        let mut put = self.0.put.borrow_mut();
        put.retain(|(of, _)| *of != kind);
        put.push((kind, at));
    }

    /// The other views follow one that was scrolled by the reader.
    pub(super) fn follow(&self, kind: PaneKind, element: &HtmlElement) {
        let at = (element.scroll_left(), element.scroll_top());
        let was_put = {
            let mut put = self.0.put.borrow_mut();
            let found = put.iter().position(|(of, _)| *of == kind);
            found.map(|found| put.swap_remove(found).1)
        };
        if was_put == Some(at) {
            return;
        }
        let views = self.0.views.borrow();
        let Some(leads) = views.iter().find(|view| view.pane.kind == kind) else {
            return;
        };
        for led in views.iter().filter(|view| view.pane.kind != kind) {
            // Side by side with others, a row of a folded matrix is at no place of its own.
            if leads.pane.fold.or(led.pane.fold).is_some() {
                continue;
            }
            let Some((_, top)) = leads.scroll_in(&Viewport::of(element), led) else {
                continue;
            };
            let Some(other) = led.node.cast::<HtmlElement>() else {
                continue;
            };
            other.set_scroll_top(top);
            self.puts(led.pane.kind, &other);
        }
    }
}
