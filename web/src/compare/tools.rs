//! Buttons that change the two as a pair.

use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Element, el};
use crate::state::{Action, Dispatch, State};

/// Swaps the two, or makes them the same.
pub(super) fn exchange(states: &[&State; 2], dispatches: &[Dispatch; 2]) -> Element {
    let shown = states.map(|state| state.shown);
    let put = |words: &'static str, puts: [Option<usize>; 2]| {
        let (shown, dispatches) = (shown, dispatches.clone());
        button(Button {
            words,
            on_click: Callback::from(move |_| {
                for (dispatch, from) in dispatches.iter().zip(puts) {
                    if let Some(from) = from {
                        dispatch.dispatch(Action::Settle);
                        dispatch.dispatch(Action::Paste(shown[from], Vec::new()));
                        dispatch.dispatch(Action::Settle);
                    }
                }
            }),
            ..Button::default()
        })
    };
    el("span")
        .child(put("Swap", [Some(1), Some(0)]))
        .child(" ")
        .child(put("Copy A to B", [None, Some(0)]))
}
