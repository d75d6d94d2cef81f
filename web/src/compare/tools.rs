//! Buttons that change the two as a pair.

use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Element, fragment};
use crate::state::{Action, Dispatch, State};

/// Shows in each of the two what one of them shows, or leaves it.
pub(super) fn put(shown: [&State; 2], dispatches: &[Dispatch; 2], puts: [Option<usize>; 2]) {
    let shown = shown.map(|state| state.shown);
    for (dispatch, from) in dispatches.iter().zip(puts) {
        if let Some(from) = from {
            dispatch.dispatch(Action::Settle);
            dispatch.dispatch(Action::Paste(shown[from], Vec::new()));
            dispatch.dispatch(Action::Settle);
        }
    }
}

/// Swaps the two, or makes them the same.
pub(super) fn exchange(states: &[&State; 2], dispatches: &[Dispatch; 2]) -> Element {
    let tool = |words: &'static str, puts: [Option<usize>; 2]| {
        let (states, dispatches) = (states.map(State::clone), dispatches.clone());
        button(Button {
            words,
            on_click: Callback::from(move |_| put(states.each_ref(), &dispatches, puts)),
            ..Button::default()
        })
    };
    fragment()
        .child(tool("Swap", [Some(1), Some(0)]))
        .child(tool("Copy A to B", [None, Some(0)]))
}
