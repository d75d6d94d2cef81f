//! Pointer and keyboard input in a view.

use std::cell::Cell;
use std::rc::Rc;

use swizzle_core::Coord;
use swizzle_draw::scene::{CellAt, Size};
use web_sys::Element;
use yew::prelude::*;

use super::placed::Placed;
use super::reveal::{Led, Scroller, has_keyboard};
use super::viewport::Viewport;
use crate::state::{Action, Dispatch};
use crate::view::hover::Hover;

/// Context of the events in a view, and the targets of their actions.
pub(super) struct Input {
    /// The view.
    pub(super) scroller: Scroller,
    /// The part of it that is in view.
    pub(super) viewport: Viewport,
    /// The pinned element.
    pub(super) pinned: Option<Coord>,
    /// The element that the page has brought into view, until the reader acts.
    pub(super) led: Led,
    /// The element under the pointer or the keyboard's cursor.
    pub(super) hover: Hover,
    /// Position of the pointer in the window, while it is over the view.
    pub(super) pointer: Rc<Cell<Option<(i32, i32)>>>,
    /// Called with what a screen reader is to say.
    pub(super) on_announce: Callback<AttrValue>,
    /// Sends what is pinned.
    pub(super) dispatch: Dispatch,
}

impl Input {
    /// The cursor follows the pointer.
    pub(super) fn on_move(self: &Rc<Self>) -> Callback<PointerEvent> {
        let input = self.clone();
        Callback::from(move |event: PointerEvent| {
            input.led.take();
            let at = (event.client_x(), event.client_y());
            // A cell that a finger scrolls away is not looked at.
            let stays = event.pointer_type() != "touch";
            input.pointer.set(Some(at).filter(|_| stays));
            input.hover.set(input.element_at(at));
        })
    }

    /// The cell under a pointer that rests is another once the view has scrolled.
    pub(super) fn scrolled(&self) {
        if let Some(at) = self.pointer.get() {
            self.hover.set(self.element_at(at));
        }
    }

    /// And is gone with it.
    pub(super) fn on_leave(&self) -> Callback<PointerEvent> {
        let (hover, pointer) = (self.hover.clone(), self.pointer.clone());
        Callback::from(move |_: PointerEvent| {
            pointer.set(None);
            hover.set(None);
        })
    }

    /// A click pins a cell, a second one frees it.
    pub(super) fn on_click(self: &Rc<Self>) -> Callback<MouseEvent> {
        let input = self.clone();
        Callback::from(move |event: MouseEvent| {
            let under = input.element_at((event.client_x(), event.client_y()));
            input.pin(under.filter(|_| under != input.pinned));
        })
    }

    /// The keyboard begins at the first cell, where the cursor is nowhere. What a finger taps has the focus before it is pinned.
    pub(super) fn on_focus(self: &Rc<Self>) -> Callback<FocusEvent> {
        let input = self.clone();
        Callback::from(move |_: FocusEvent| {
            if input.cursor().is_none() && has_keyboard() {
                let first = CellAt { column: 0, row: 0 };
                input.hover.set(input.scroller.pane.element_at(first));
            }
        })
    }

    /// Keys move the cursor, pin and free.
    pub(super) fn on_key(self: &Rc<Self>) -> Callback<KeyboardEvent> {
        let input = self.clone();
        Callback::from(move |event: KeyboardEvent| {
            input.led.take();
            match event.key().as_str() {
                "Enter" | " " => {
                    event.prevent_default();
                    let is_other = |at: &Coord| Some(*at) != input.pinned;
                    input.pin(input.cursor().filter(is_other));
                }
                "Escape" => {
                    input.hover.set(None);
                    input.pin(None);
                }
                key => {
                    if let Some(next) = input.moved(key, event.ctrl_key()) {
                        event.prevent_default();
                        input.go_to(next);
                    }
                }
            }
        })
    }

    /// Returns the element from which the keyboard continues.
    fn cursor(&self) -> Option<Coord> {
        self.hover.get().or(self.pinned)
    }

    fn pin(&self, at: Option<Coord>) {
        self.dispatch.dispatch(Action::Pin(at));
    }

    fn element_at(&self, (x, y): (i32, i32)) -> Option<Coord> {
        let Placed {
            node,
            pane,
            geometry,
        } = &self.scroller.view;
        let place = node.cast::<Element>()?.get_bounding_client_rect();
        let x = x - place.left() as i32;
        let y = y - place.top() as i32;
        let at = geometry.cell_at(pane.size(), &self.viewport, x, y)?;
        pane.element_at(at)
    }

    fn moved(&self, key: &str, to_edge: bool) -> Option<CellAt> {
        let pane = &self.scroller.pane;
        let from = self.cursor().and_then(|coord| pane.cell_of(coord));
        moved(key, to_edge, from, pane.size())
    }

    /// Moves the keyboard's cursor. Where a cell is empty, the cursor stays.
    fn go_to(&self, next: CellAt) {
        let pane = &self.scroller.pane;
        self.scroller.reveal([next]);
        let coord = pane.element_at(next);
        self.on_announce.emit(match coord {
            Some(coord) => pane.spoken(coord).into(),
            None => "nothing is here".into(),
        });
        self.hover.set(coord.or(self.cursor()));
    }
}

/// Returns the cell to which a key leads from another cell; the first cell if there is none yet.
pub(super) fn moved(key: &str, to_edge: bool, from: Option<CellAt>, size: Size) -> Option<CellAt> {
    let last = CellAt {
        column: size.columns.saturating_sub(1),
        row: size.rows.saturating_sub(1),
    };
    let Some(at) = from else {
        return key
            .starts_with("Arrow")
            .then_some(CellAt { column: 0, row: 0 });
    };
    let (column, row) = match key {
        "ArrowLeft" => (at.column.saturating_sub(1), at.row),
        "ArrowRight" => ((at.column + 1).min(last.column), at.row),
        "ArrowUp" => (at.column, at.row.saturating_sub(1)),
        "ArrowDown" => (at.column, (at.row + 1).min(last.row)),
        "PageUp" => (at.column, at.row.saturating_sub(8)),
        "PageDown" => (at.column, (at.row + 8).min(last.row)),
        "Home" => (0, if to_edge { 0 } else { at.row }),
        "End" => (last.column, if to_edge { last.row } else { at.row }),
        _ => return None,
    };
    Some(CellAt { column, row })
}
