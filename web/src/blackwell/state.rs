//! The state of the page: what its link says, and what is open or typed over it.

use super::*;
use swizzle_view::blackwell::set;

/// The one thing that is open over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// A word of a sentence.
    Word(Key),
    /// The element that is looked for.
    Element,
    /// An instruction of the wire, by the station that it leads to.
    Operation(usize),
    /// Formulas and sources.
    Sources,
    /// What the cell holds.
    Held,
    /// The findings.
    Findings,
    /// What each CTA holds.
    Pair,
}

/// What is beside the link.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Beside {
    /// What is open.
    pub open: Open,
    /// The element that is looked for, as it was typed.
    pub typed: String,
    /// Whether all parameters are in view.
    pub has_drawer: bool,
    /// The value that is being typed, and what was shown before it.
    edited: Option<(Key, Shown)>,
}

/// Everything that can happen on the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Another trip.
    Trip(Trip),
    /// A value changes.
    Set(Key, Change),
    /// Something else is shown.
    Show(Shown),
    /// An element is looked for.
    Find(String),
    /// Something opens; what is open closes.
    Open(Open),
    /// All parameters are shown, or no longer.
    Drawer,
}

/// The state of the page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Desk {
    /// What its link says.
    pub shown: Shown,
    /// What is beside it.
    pub beside: Beside,
}

impl Desk {
    /// Why the element that is looked for is not in the plan.
    pub fn fault(&self) -> Option<String> {
        let text = self.beside.typed.trim();
        let is_asked = !text.is_empty() && self.shown.trip == Trip::Cell;
        is_asked.then(|| self.shown.find(text).err()).flatten()
    }

    /// The state after an act.
    pub fn after(&self, act: Act) -> Self {
        let mut next = self.clone();
        let edited = next.beside.edited.take();
        match act {
            Act::Trip(trip) => next.shown = self.shown.on_trip(trip),
            Act::Show(shown) => next.shown = shown.joined(),
            Act::Find(text) => {
                next.beside.typed = text;
                next.find();
                return next;
            }
            Act::Open(open) => {
                next.beside.open = if open == self.beside.open { Open::Nothing } else { open };
            }
            Act::Drawer => next.beside.has_drawer = !self.beside.has_drawer,
            Act::Set(key, Change::Open) => return self.after(Act::Open(Open::Word(key))),
            Act::Set(_, Change::Settle | Change::Try(_)) => {}
            Act::Set(key, Change::Cancel(_)) => {
                if let Some((_, before)) = edited.filter(|(of, _)| *of == key) {
                    next.shown = before;
                }
            }
            Act::Set(key, Change::To(value)) => {
                // A number on its way through fewer rows takes none of them along.
                let before = edited.filter(|(of, _)| *of == key);
                let before = before.map_or_else(|| self.shown.clone(), |(_, before)| before);
                next.shown = set(&before, key, value).joined();
                next.beside.edited = Some((key, before));
                if matches!(value, Some(Scalar::Choice(_))) {
                    next.beside.open = Open::Nothing;
                }
            }
        }
        let is_typed = !next.beside.typed.is_empty();
        match next.shown.tensor.plan == self.shown.tensor.plan {
            false if is_typed => next.find(),
            true if next.shown.tensor.cell != self.shown.tensor.cell => next.beside.typed.clear(),
            _ => {}
        }
        next
    }

    /// Goes to the element that is looked for, if the plan has it.
    fn find(&mut self) {
        if let Ok(shown) = self.shown.find(&self.beside.typed) {
            self.shown = shown;
        }
    }
}
