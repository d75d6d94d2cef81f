//! What is looked at in views beside each other, where nothing else keeps it.

use super::*;

/// What is looked at in cell views.
#[derive(Clone)]
pub struct Looked {
    /// The cell under the pointer or the cursor: its view, and its number.
    pub hover: Option<(usize, u32)>,
    /// First row of each view.
    pub first: [u32; 2],
    /// Takes what a reader does in a view.
    pub on: Callback<(usize, Event)>,
}

impl Looked {
    /// That cell, in whichever view.
    pub fn cell(&self) -> Option<u32> {
        self.hover.map(|(_, cell)| cell)
    }
}

/// What is looked at: nothing at first.
#[hook]
pub fn use_looked() -> Looked {
    let (hover, on_hover) = use_value(|| None);
    let (first, on_first) = use_value(|| [0; 2]);
    let on = Callback::from(move |(at, event): (usize, Event)| match event {
        Event::First(row) => {
            let mut next = first;
            next[at] = row;
            on_first.emit(next);
        }
        event => event.point(|cell| on_hover.emit(cell.map(|cell| (at, cell)))),
    });
    Looked { hover, first, on }
}
