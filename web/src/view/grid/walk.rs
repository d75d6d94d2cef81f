//! The cell from which keys go on: keys may come faster than what they lead to is drawn.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use swizzle_draw::scene::CellAt;
use yew::prelude::*;

/// Where keys led, as far as it is not drawn yet, and the cell that is drawn.
#[derive(Default)]
pub(super) struct Walk {
    ahead: RefCell<Vec<CellAt>>,
    drawn: Cell<Option<CellAt>>,
}

impl Walk {
    /// Notes the cell that is drawn. One that no key led to came from elsewhere: keys go on from there.
    fn note_drawn(&self, at: Option<CellAt>) {
        let mut ahead = self.ahead.borrow_mut();
        let reached = ahead.iter().position(|cell| Some(*cell) == at);
        if let Some(place) = reached {
            ahead.drain(..=place);
        } else if at != self.drawn.get() {
            ahead.clear();
        }
        self.drawn.set(at);
    }

    /// The cell from which keys go on.
    pub(super) fn here(&self) -> Option<CellAt> {
        let last = self.ahead.borrow().last().copied();
        last.or(self.drawn.get())
    }

    /// Leads to another cell.
    pub(super) fn lead(&self, at: CellAt) {
        self.ahead.borrow_mut().push(at);
    }

    /// Leads nowhere.
    pub(super) fn end(&self) {
        self.ahead.borrow_mut().clear();
        self.drawn.set(None);
    }
}

/// The walk of keys over cells, of which this one is drawn.
#[hook]
pub(super) fn use_walk(at: Option<CellAt>) -> Rc<Walk> {
    let walk = use_memo((), |()| Walk::default());
    walk.note_drawn(at);
    walk
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn at(column: u32) -> CellAt {
        CellAt { column, row: 0 }
    }

    #[test]
    fn keys_go_on_from_a_cell_that_is_not_drawn_yet() {
        let walk = Walk::default();
        walk.note_drawn(Some(at(0)));
        walk.lead(at(1));
        walk.lead(at(2));
        assert_eq!(walk.here(), Some(at(2)));
        // Drawn twice with what was, then with the first of both.
        for drawn in [0, 0, 1] {
            walk.note_drawn(Some(at(drawn)));
            assert_eq!(walk.here(), Some(at(2)), "{drawn}");
        }
        walk.note_drawn(Some(at(2)));
        assert_eq!(walk.here(), Some(at(2)));
    }

    #[test]
    fn what_comes_from_elsewhere_counts() {
        let walk = Walk::default();
        walk.lead(at(1));
        walk.note_drawn(Some(at(7)));
        assert_eq!(walk.here(), Some(at(7)));
        walk.lead(at(8));
        walk.end();
        assert_eq!(walk.here(), None);
    }
}
