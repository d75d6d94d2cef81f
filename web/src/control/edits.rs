//! Where controls send their edits.

use yew::prelude::*;

use super::choice::{Choice, choice};
use super::number::{Number, number};
use crate::state::{Action, Dispatch, Edit};

/// Where the controls send their edits.
pub struct Edits {
    /// Edits that go on until the control is left: what is typed or dragged.
    going_on: Callback<Edit>,
    /// Edits that are whole in themselves.
    pub whole: Callback<Edit>,
    dispatch: Dispatch,
}

impl Edits {
    /// Edits that go to the reducer.
    pub fn new(dispatch: &Dispatch) -> Self {
        Self {
            going_on: going_edits(dispatch),
            whole: whole_edits(dispatch),
            dispatch: dispatch.clone(),
        }
    }

    /// A number field.
    pub fn number(&self, field: Number) -> Html {
        let (edit, on_edit) = (field.edit, self.going_on.clone());
        let on_value = Callback::from(move |value: Option<u32>| {
            if let Some(edit) = edit {
                on_edit.emit(edit(value));
            }
        });
        number(field, on_value, &self.dispatch)
    }

    /// A few choices side by side.
    pub fn choice(&self, options: Choice) -> Html {
        choice(options, &self.whole)
    }
}

/// Sends edits that go on until their control is left.
fn going_edits(dispatch: &Dispatch) -> Callback<Edit> {
    let dispatch = dispatch.clone();
    Callback::from(move |edit| dispatch.dispatch(Action::Edit(edit)))
}

/// Sends edits that are a step of Undo each.
pub fn whole_edits(dispatch: &Dispatch) -> Callback<Edit> {
    let dispatch = dispatch.clone();
    Callback::from(move |edit| {
        dispatch.dispatch(Action::Edit(edit));
        dispatch.dispatch(Action::Settle);
    })
}
