//! The place from which arrow keys go on: keys may come faster than what they lead to is drawn.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use yew::prelude::*;

/// A place of a picture: column and row of a cell, row and K of an element, row and block of a scale factor.
pub type Place = (u32, u32);

/// Places that keys led to and that are not drawn yet, and the place that is drawn.
#[derive(Default)]
pub struct ArrowKeys {
    ahead: RefCell<Vec<Place>>,
    drawn: Cell<Option<Place>>,
}

impl ArrowKeys {
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

    /// Leads to another place. At an edge a key that is held leads nowhere.
    pub fn lead(&self, at: Place) {
        if self.here() != Some(at) {
            self.ahead.borrow_mut().push(at);
        }
    }

    /// Leads nowhere.
    pub fn end(&self) {
        self.ahead.borrow_mut().clear();
        self.drawn.set(None);
    }
}

/// The arrow keys of a picture, in which this place is drawn.
#[hook]
pub fn use_arrow_keys(at: Option<Place>) -> Rc<ArrowKeys> {
    let arrows = use_memo((), |()| ArrowKeys::default());
    arrows.note_drawn(at);
    arrows
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn keys_go_on_from_a_place_that_is_not_drawn_yet() {
        let arrows = ArrowKeys::default();
        arrows.note_drawn(Some((0, 0)));
        arrows.lead((1, 0));
        arrows.lead((2, 0));
        assert_eq!(arrows.here(), Some((2, 0)));
        // Drawn twice with what was, then with the first of both.
        for drawn in [0, 0, 1] {
            arrows.note_drawn(Some((drawn, 0)));
            assert_eq!(arrows.here(), Some((2, 0)), "{drawn}");
        }
        arrows.note_drawn(Some((2, 0)));
        assert_eq!(arrows.here(), Some((2, 0)));
    }

    #[test]
    fn a_key_that_is_held_at_an_edge_is_not_kept() {
        let arrows = ArrowKeys::default();
        arrows.note_drawn(Some((7, 0)));
        arrows.lead((7, 0));
        assert!(arrows.ahead.borrow().is_empty());
    }

    #[test]
    fn what_comes_from_elsewhere_counts() {
        let arrows = ArrowKeys::default();
        arrows.lead((1, 0));
        arrows.note_drawn(Some((7, 0)));
        assert_eq!(arrows.here(), Some((7, 0)));
        arrows.lead((8, 0));
        arrows.end();
        assert_eq!(arrows.here(), None);
    }
}
