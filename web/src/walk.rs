//! The place from which arrow keys go on: keys may come faster than what they lead to is drawn.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use yew::prelude::*;

/// Where keys led, as far as it is not drawn yet, and the place that is drawn.
pub struct Walk<T> {
    ahead: RefCell<Vec<T>>,
    drawn: Cell<Option<T>>,
}

impl<T: Copy + PartialEq> Walk<T> {
    const fn new() -> Self {
        Self {
            ahead: RefCell::new(Vec::new()),
            drawn: Cell::new(None),
        }
    }

    /// Notes the place that is drawn. One that no key led to came from elsewhere: keys go on from there.
    fn note_drawn(&self, at: Option<T>) {
        let mut ahead = self.ahead.borrow_mut();
        let reached = ahead.iter().position(|place| Some(*place) == at);
        if let Some(last) = reached {
            ahead.drain(..=last);
        } else if at != self.drawn.get() {
            ahead.clear();
        }
        self.drawn.set(at);
    }

    /// The place from which keys go on.
    pub fn here(&self) -> Option<T> {
        let last = self.ahead.borrow().last().copied();
        last.or(self.drawn.get())
    }

    /// Leads to another place.
    pub fn lead(&self, at: T) {
        self.ahead.borrow_mut().push(at);
    }

    /// Leads nowhere.
    pub fn end(&self) {
        self.ahead.borrow_mut().clear();
        self.drawn.set(None);
    }
}

/// The walk of keys over places, of which this one is drawn.
#[hook]
pub fn use_walk<T: Copy + PartialEq + 'static>(at: Option<T>) -> Rc<Walk<T>> {
    let walk = use_memo((), |()| Walk::new());
    walk.note_drawn(at);
    walk
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn keys_go_on_from_a_place_that_is_not_drawn_yet() {
        let walk = Walk::new();
        walk.note_drawn(Some(0));
        walk.lead(1);
        walk.lead(2);
        assert_eq!(walk.here(), Some(2));
        // Drawn twice with what was, then with the first of both.
        for drawn in [0, 0, 1] {
            walk.note_drawn(Some(drawn));
            assert_eq!(walk.here(), Some(2), "{drawn}");
        }
        walk.note_drawn(Some(2));
        assert_eq!(walk.here(), Some(2));
    }

    #[test]
    fn what_comes_from_elsewhere_counts() {
        let walk = Walk::new();
        walk.lead(1);
        walk.note_drawn(Some(7));
        assert_eq!(walk.here(), Some(7));
        walk.lead(8);
        walk.end();
        assert_eq!(walk.here(), None);
    }
}
