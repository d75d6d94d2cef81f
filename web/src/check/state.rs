//! The state of the page Check: the values with their history, and beside them what is only looked at or tried.

use super::*;

/// The name of all reads, which stay open while they are fixed.
pub const READS: &str = "reads";

/// Everything that can happen on the page.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and most are values that change")]
pub enum Act {
    /// The values change.
    Of(Action),
    /// A value is tried, not taken, or no longer.
    Try(Option<Edit>),
    /// Something opens, by its name; what is open closes.
    Open(&'static str),
    /// The view changes.
    Look(Look),
}

impl Act {
    /// An edit of a value.
    pub fn edit(edit: Edit) -> Self {
        Self::Of(Action::Edit(edit))
    }

    /// Another step along K.
    pub fn step(step: u32) -> Self {
        Self::edit(Edit::number(ParamId::Step, step))
    }

    /// A unit is pinned, or none.
    pub fn pin(at: Option<Coord>) -> Self {
        Self::Of(match at {
            // A link that shows one read counts from its first element.
            Some(at) => Action::Show(at),
            None => Action::Pin(None),
        })
    }

    /// A finding's fix.
    pub fn fix(said: Said) -> Self {
        Self::Of(Action::Repair(said))
    }
}

/// The state of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Desk {
    state: Rc<State>,
    tried: Option<Shown>,
    /// How the state is looked at.
    pub look: Look,
    /// Whether the last step was a fix.
    pub is_fixed: bool,
}

impl Deref for Desk {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl Desk {
    /// The state of an address.
    pub fn from_address(hash: &str) -> Self {
        Self {
            state: Rc::new(State::from_address(hash)),
            tried: None,
            look: Look::default(),
            is_fixed: false,
        }
    }

    /// The values in view: those that are tried, if any.
    pub fn in_view(&self) -> &Shown {
        self.tried.as_ref().unwrap_or(&self.state.shown)
    }

    /// The pinned element of the tile.
    pub fn pinned(&self) -> Option<Coord> {
        self.state.shown.showing(Shows::Tile).pinned
    }

    /// Whether the image of the tile is in view in place of its cells.
    pub fn is_picture(&self) -> bool {
        self.state.shown.view.shows == Shows::Picture
    }

    /// What is shown next: the image of the tile, or its cells again.
    pub fn picture(&self) -> Shows {
        if self.is_picture() { Shows::Tile } else { Shows::Picture }
    }

    /// The state after an act.
    pub fn after(&self, act: Act) -> Self {
        let mut next = self.clone();
        next.tried = None;
        match act {
            Act::Of(action) => next.take(action),
            Act::Try(edit) => next.tried = edit.map(|edit| self.state.tried(edit)),
            Act::Open(name) => return self.after(Act::Look(self.look.with_open(name))),
            Act::Look(look) => {
                next.look = look;
                if look.open != self.look.open {
                    next.take(Action::Settle);
                }
            }
        }
        next
    }

    fn take(&mut self, action: Action) {
        // A choice is whole when it is made.
        if let Action::Edit(Edit::Value(_, Some(Scalar::Choice(_)))) = action {
            self.look = self.look.closed();
        }
        // The squares follow to another block.
        if let Action::Edit(Edit::Value(ParamId::Block, _)) = action {
            self.look.first = None;
        }
        let is_fix = matches!(action, Action::Repair(_));
        let is_jump = matches!(action, Action::Jump(_) | Action::Address(_) | Action::Paste(..));
        let was_wrong = is_fix && Facts::of(&self.state.shown).is_ok_and(|facts| facts.faults() > 0);
        let before = self.state.shown.said;
        self.state = Rc::new(self.state.after(action));
        if self.state.shown.said != before {
            self.is_fixed = was_wrong;
        }
        if is_jump || is_fix && self.look.open != Some(READS) {
            self.look = self.look.closed();
        }
        if is_jump {
            (self.look.first, self.look.rows) = (None, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use swizzle_view::link_from_shown;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn sbo(bytes: u32) -> Act {
        Act::edit(Edit::Field(swizzle_core::FieldId::Sbo, bytes / 16))
    }

    fn link(desk: &Desk) -> String {
        link_from_shown(&desk.shown)
    }

    #[test]
    fn what_is_tried_is_in_view_and_leaves_no_trace() {
        let start = Desk::from_address("");
        let edit = Edit::Value(ParamId::Swizzle, Some(Scalar::Choice("64B")));
        let tried = start.after(Act::Try(Some(edit)));
        assert_ne!(tried.in_view(), start.in_view());
        assert_eq!((link(&tried), tried.history.can()[0]), (link(&start), false));
        assert_eq!(tried.after(Act::Try(None)), start);
    }

    #[test]
    fn a_choice_closes_its_list_and_a_number_does_not() {
        let open = |id: ParamId| Desk::from_address("").after(Act::Open(id.param().key));
        let edit = |id, value| Act::edit(Edit::Value(id, Some(value)));
        let chosen = open(ParamId::Element).after(edit(ParamId::Element, Scalar::Choice("tf32")));
        assert_eq!(chosen.look.open, None);
        let stepped = open(ParamId::Mn).after(edit(ParamId::Mn, 72.into()));
        assert_eq!(stepped.look.open, Some(ParamId::Mn.param().key));
    }

    #[test]
    fn squares_follow_to_another_block_and_stay_for_another_step() {
        let start = Desk::from_address("#/?mn=256&k=64");
        let first = Some([64, 64]);
        let turned = start.after(Act::Look(Look { first, ..start.look }));
        assert_eq!(turned.after(Act::step(1)).look.first, first);
        let block = Act::edit(Edit::number(ParamId::Block, 2));
        assert_eq!(turned.after(block).look.first, None);
    }

    #[test]
    fn only_the_step_that_was_a_fix_is_called_fixed() {
        let start = Desk::from_address("#/wgmma/4000000800010040");
        let fixed = start.after(Act::fix(Said::default()));
        assert!(fixed.is_fixed && !fixed.after(sbo(256)).is_fixed);
        assert!(!fixed.after(Act::Of(Action::Undo)).is_fixed);
        assert!(fixed.after(Act::pin(None)).is_fixed);
        // Nothing was wrong that a note can mend.
        let right = Desk::from_address("#/?mn=64&k=64");
        assert!(!right.after(Act::fix(Said::default())).is_fixed);
    }
}
