//! The page's state, and how each action changes it. Independent of the browser.

mod edit;
mod history;
mod looking;

use crate::prelude::*;
pub use edit::Edit;
use edit::edited;
use history::History;
use looking::*;
use std::mem::Discriminant;
use swizzle_view::Opened;

/// The page's state.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// The contents of a link: the specified values, how they are looked at, the pinned cell.
    pub shown: Shown,
    /// Parts of the last link that could not be opened.
    pub notices: Vec<Notice>,

    /// Origin of the state, which decides what its address does to the browser's history.
    pub origin: Origin,
    /// The states before and after it.
    pub history: History,
    /// The control whose edits are still one step of Undo.
    unsettled: Option<Control>,
}

/// Origin of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// Edits: the address follows in place.
    #[default]
    Edit,
    /// A deliberate jump: Back returns to what was before.
    Jump,
    /// The address itself.
    Address,
}

/// A control whose edits are one step of Undo together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Control {
    /// The control of a parameter.
    Value(ParamId),
    /// Another control that makes edits of one kind.
    Of(Discriminant<Edit>),
    /// A field of the descriptor.
    Field(FieldId),
    /// The box that takes anything.
    Box,
}

impl Control {
    fn of(edit: Edit) -> Self {
        match edit {
            Edit::Value(id, _) => Self::Value(id),
            Edit::Field(id, _) => Self::Field(id),
            edit => Self::Of(std::mem::discriminant(&edit)),
        }
    }
}

/// Everything that can happen to the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A control moved. Edits of one control are one step of Undo until [`Action::Settle`].
    Edit(Edit),
    /// The control was left alone: the next edit is a step of its own.
    Settle,
    /// The text that is being edited is not a value: back to the former value, as if nothing had been typed.
    Cancel,
    /// The box was read. What is typed there is one step of Undo, and of the browser's history.
    Paste(Shown, Vec<Notice>),
    /// A figure of a lesson begins anew.
    Begin(Shown),
    /// A finding's repair.
    Repair(Said),
    /// A cell was pinned, or none.
    Pin(Option<Coord>),
    /// An element of the tile is to be shown: pinned in the tile, or in the read where that is in view and has it.
    Show(Coord),
    /// A link of ours was followed inside the page.
    Jump(String),
    /// The address changed under the page.
    Address(String),
    /// The last step back.
    Undo,
    /// And forth again.
    Redo,
    /// The notices were read.
    DismissNotices,
}

impl State {
    /// The state of an address.
    pub fn from_address(hash: &str) -> Self {
        let Opened { shown, notices } = shown_from_link(hash);
        Self { shown, notices, origin: Origin::Address, ..Self::default() }
    }

    /// A state of its own.
    pub fn of(shown: Shown) -> Self {
        Self { shown, origin: Origin::Address, ..Self::default() }
    }

    /// Returns the values that an edit would make, without taking them.
    pub fn tried(&self, edit: Edit) -> Shown {
        edited(&self.shown, edit)
    }

    fn with(&self, shown: Shown, control: Option<Control>) -> Self {
        let goes_on = control.is_some() && self.unsettled == control;
        Self {
            shown,
            notices: Vec::new(),

            origin: Origin::Edit,
            history: self.history.after_step(self.shown, goes_on),
            unsettled: control,
        }
    }

    fn opened(&self, opened: Opened, origin: Origin) -> Self {
        let Opened { shown, notices } = opened;
        if shown == self.shown && notices == self.notices {
            return Self { origin: Origin::Address, ..self.clone() };
        }
        Self { notices, origin, ..self.with(shown, None) }
    }
}

impl State {
    /// The state after an action.
    pub fn after(&self, action: Action) -> Self {
        match action {
            Action::Edit(edit) => {
                let shown = edited(&self.shown, edit);
                if shown == self.shown {
                    return self.clone();
                }
                self.with(shown, Some(Control::of(edit)))
            }
            Action::Paste(shown, notices) if shown == self.shown && notices == self.notices => self.clone(),
            Action::Paste(shown, notices) => {
                let goes_on = self.unsettled == Some(Control::Box);
                Self {
                    notices,

                    origin: if goes_on { Origin::Edit } else { Origin::Jump },
                    ..self.with(shown, Some(Control::Box))
                }
            }
            Action::Settle => Self { unsettled: None, ..self.clone() },
            Action::Cancel if self.unsettled.is_none() => self.clone(),
            Action::Cancel => {
                let mut next = self.clone();
                next.shown = next.history.cancel().unwrap_or(next.shown);
                next.unsettled = None;
                next.origin = Origin::Edit;
                next
            }
            // The corrected read is then looked at.
            Action::Repair(said) => {
                let shown = Shown { said, at: None, ..self.shown };
                self.with(shown, None)
            }
            Action::Pin(pinned) => self.looking(Shown { pinned, ..self.shown }),
            Action::Show(at) => {
                let mut tile = self.shown;
                (tile.view.shows, tile.pinned) = (Shows::Tile, Some(at));
                let read = tile.showing(Shows::Read);
                let is_read = self.shown.view.shows == Shows::Read && read.pinned.is_some();
                self.looking(if is_read { read } else { tile })
            }
            Action::Begin(shown) => {
                let notices = Vec::new();
                self.opened(Opened { shown, notices }, Origin::Jump)
            }
            Action::Jump(link) => self.opened(shown_from_link(&link), Origin::Jump),
            Action::Address(hash) => self.opened(shown_from_link(&hash), Origin::Address),
            Action::Undo => self.stepped(0),
            Action::Redo => self.stepped(1),
            Action::DismissNotices => Self { notices: Vec::new(), ..self.clone() },
        }
    }

    /// Looked at otherwise, and not changed: no step of Undo.
    fn looking(&self, shown: Shown) -> Self {
        let origin = if shown == self.shown { self.origin } else { Origin::Edit };
        Self { shown, origin, ..self.clone() }
    }

    fn stepped(&self, from: usize) -> Self {
        let mut next = self.clone();
        let Some(shown) = next.history.stepped(from, next.shown) else {
            return next;
        };
        next.shown = shown;
        next.unsettled = None;
        next.notices = Vec::new();
        next.origin = Origin::Edit;
        next
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn after(state: &State, actions: &[Action]) -> State {
        let actions = actions.iter().cloned();
        actions.fold(state.clone(), |state, action| state.after(action))
    }

    fn edit(edit: Edit) -> Action {
        Action::Edit(edit)
    }

    #[test]
    fn typing_a_number_is_one_step_of_undo() {
        let typed = [
            edit(Edit::number(ParamId::K, 1)),
            edit(Edit::number(ParamId::K, 12)),
            edit(Edit::number(ParamId::K, 128)),
        ];
        let state = after(&State::default(), &typed);
        assert_eq!(state.shown.said.tile.k, Some(128));
        let undone = after(&state, &[Action::Undo]);
        assert_eq!(undone.shown, State::default().shown);
        assert_eq!(undone.history.can(), [false, true]);
        assert_eq!(after(&undone, &[Action::Redo]).shown, state.shown);
    }

    #[test]
    fn what_turns_out_to_be_no_value_leaves_no_trace() {
        let typed = [edit(Edit::Field(FieldId::BaseOffset, 1)), edit(Edit::Field(FieldId::BaseOffset, 7))];
        let cancelled = after(&after(&State::default(), &typed), &[Action::Cancel]);
        assert_eq!(cancelled.shown, State::default().shown);
        assert!(!cancelled.history.can()[0]);
        assert_eq!(after(&cancelled, &[Action::Cancel]), cancelled);
    }

    #[test]
    fn one_undo_takes_back_what_makes_the_read_wrong_and_its_showing() {
        let wrong = after(&State::default(), &[edit(Edit::Field(FieldId::Sbo, 8))]);
        assert_eq!(wrong.shown.view.shows, Shows::Read);
        assert_eq!(after(&wrong, &[Action::Undo]).shown, State::default().shown);
    }

    #[test]
    fn a_settled_control_begins_a_new_step() {
        let actions =
            [edit(Edit::number(ParamId::K, 96)), Action::Settle, edit(Edit::number(ParamId::K, 128))];
        let undone = after(&after(&State::default(), &actions), &[Action::Undo]);
        assert_eq!(undone.shown.said.tile.k, Some(96));
    }

    #[test]
    fn an_edit_that_changes_nothing_leaves_no_trace() {
        let said = after(&State::default(), &[edit(Edit::number(ParamId::K, 64)), Action::Settle]);
        assert!(said.history.can()[0]); // saying what was assumed is a change
        let state = after(&said, &[edit(Edit::number(ParamId::K, 64))]);
        assert_eq!(state, said);
        let forgotten = after(&said, &[edit(Edit::Value(ParamId::K, None))]);
        assert_eq!(forgotten.shown, State::default().shown);
    }

    #[test]
    fn what_has_no_picture_is_not_taken() {
        let state = after(
            &State::default(),
            &[edit(Edit::number(ParamId::Mn, 0)), edit(Edit::number(ParamId::Stages, 0))],
        );
        assert_eq!(state.shown, State::default().shown);
    }

    #[test]
    fn a_new_edit_ends_redo() {
        let actions =
            [edit(Edit::number(ParamId::K, 128)), Action::Undo, edit(Edit::number(ParamId::Mn, 128))];
        assert!(!after(&State::default(), &actions).history.can()[1]);
    }

    #[test]
    fn a_jump_can_be_undone_and_a_bad_one_says_why() {
        let state = after(&State::default(), &[Action::Jump("#/figure/157".into())]);
        assert_eq!((state.shown.said.tile.mn, state.origin), (Some(8), Origin::Jump));
        assert_eq!(after(&state, &[Action::Undo]).shown, State::default().shown);
        let bad = after(&state, &[Action::Address("#/figure/1".into())]);
        assert_eq!(bad.notices.len(), 1);
        assert_eq!(after(&bad, &[edit(Edit::number(ParamId::K, 128))]).notices, []);
    }
}
