//! The element under the cursor: kept beside the state of a page, so that a move draws anew only what shows it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use swizzle_core::Coord;
use yew::prelude::*;

use crate::hooks::use_value;

/// The element under the pointer or the keyboard's cursor, shared by the views of a page.
#[derive(Clone)]
pub struct Hover(Rc<Shared>);

struct Shared {
    at: Cell<Option<Coord>>,
    listeners: RefCell<Vec<Callback<Option<Coord>>>>,
}

/// One for the life of a page.
impl PartialEq for Hover {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Hover {
    fn new() -> Self {
        Self(Rc::new(Shared {
            at: Cell::new(None),
            listeners: RefCell::default(),
        }))
    }

    /// Returns the cursor's element.
    pub fn get(&self) -> Option<Coord> {
        self.0.at.get()
    }

    /// Moves it.
    pub fn set(&self, at: Option<Coord>) {
        if self.0.at.replace(at) == at {
            return;
        }
        // A listener may be dropped by what another one draws.
        let listeners = self.0.listeners.borrow().clone();
        for listener in listeners {
            listener.emit(at);
        }
    }
}

/// The cursor of a page.
#[hook]
pub fn use_hover() -> Hover {
    (*use_memo((), |()| Hover::new())).clone()
}

/// Returns the cursor's element, and draws the component again when it moves.
#[hook]
pub fn use_hovered(hover: &Hover) -> Option<Coord> {
    let (at, on_move) = use_value(|| None::<Coord>);
    use_effect_with(hover.clone(), move |hover| {
        on_move.emit(hover.get());
        hover.0.listeners.borrow_mut().push(on_move.clone());
        let hover = hover.clone();
        move || {
            let mut listeners = hover.0.listeners.borrow_mut();
            listeners.retain(|listener| *listener != on_move);
        }
    });
    at
}
