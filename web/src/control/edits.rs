//! The target of the controls' edits.

use yew::prelude::*;

use super::choice::{Choice, choice};
use super::number::{Number, editing};
use crate::state::{Action, Dispatch, Edit};

/// The target of the controls' edits.
pub struct Edits {
    /// Edits that are whole in themselves.
    pub whole: Callback<Edit>,
    dispatch: Dispatch,
}

impl Edits {
    /// Edits that go to the reducer.
    pub fn new(dispatch: &Dispatch) -> Self {
        Self {
            whole: whole_edits(dispatch),
            dispatch: dispatch.clone(),
        }
    }

    /// A number field.
    pub fn number(&self, field: Number) -> Html {
        editing(field, &self.dispatch)
    }

    /// A few choices side by side.
    pub fn choice(&self, options: Choice) -> Html {
        choice(options, &self.whole)
    }
}

/// Sends edits that are a step of Undo each.
pub fn whole_edits(dispatch: &Dispatch) -> Callback<Edit> {
    let dispatch = dispatch.clone();
    Callback::from(move |edit| {
        dispatch.dispatch(Action::Edit(edit));
        dispatch.dispatch(Action::Settle);
    })
}
