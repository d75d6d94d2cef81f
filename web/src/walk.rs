//! The place from which arrow keys go on: keys may come faster than what they lead to is drawn.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use yew::prelude::*;

/// A place of a picture: column and row of a cell, row and K of an element, row and block of a scale factor.
pub type Place = (u32, u32);

/// Where keys led, as far as it is not drawn yet, and the place that is drawn.
#[derive(Default)]
pub struct Walk {
    ahead: RefCell<Vec<Place>>,
    drawn: Cell<Option<Place>>,
}

impl Walk {
    /// Notes the place that is drawn. One that no key led to came from elsewhere: keys go on from there.
    fn note_drawn(&self, at: Option<Place>) {
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
    pub fn here(&self) -> Option<Place> {
        let last = self.ahead.borrow().last().copied();
        last.or(self.drawn.get())
    }

    /// Leads to another place.
    pub fn lead(&self, at: Place) {
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
pub fn use_walk(at: Option<Place>) -> Rc<Walk> {
    let walk = use_memo((), |()| Walk::default());
    walk.note_drawn(at);
    walk
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn keys_go_on_from_a_place_that_is_not_drawn_yet() {
        let walk = Walk::default();
        walk.note_drawn(Some((0, 0)));
        walk.lead((1, 0));
        walk.lead((2, 0));
        assert_eq!(walk.here(), Some((2, 0)));
        // Drawn twice with what was, then with the first of both.
        for drawn in [0, 0, 1] {
            walk.note_drawn(Some((drawn, 0)));
            assert_eq!(walk.here(), Some((2, 0)), "{drawn}");
        }
        walk.note_drawn(Some((2, 0)));
        assert_eq!(walk.here(), Some((2, 0)));
    }

    #[test]
    fn what_comes_from_elsewhere_counts() {
        let walk = Walk::default();
        walk.lead((1, 0));
        walk.note_drawn(Some((7, 0)));
        assert_eq!(walk.here(), Some((7, 0)));
        walk.lead((8, 0));
        walk.end();
        assert_eq!(walk.here(), None);
    }
}
