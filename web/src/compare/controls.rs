//! The parameters of one of the two, and which one that is.

use swizzle_lints::PAIR_NAMES;
use yew::prelude::*;

use super::both::Both;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::panel::Panel;
use crate::state::{Action, Dispatch, State};

/// The panel, of the layout that was chosen.
pub(super) fn controls(
    both: &Both,
    states: &[&State; 2],
    dispatches: &[Dispatch; 2],
    at: usize,
    on_at: &Callback<usize>,
    has_style: bool,
) -> Element {
    let choose = |index: usize| {
        button(Button {
            words: PAIR_NAMES[index],
            is_pressed: Some(at == index),
            on_click: on_at.reform(move |_| index),
            ..Button::default()
        })
    };
    let whose = el("div")
        .class("compare-choose")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Whose parameters")
        .child(el("span").class("hint").child("Parameters of"))
        .child(choose(0))
        .child(choose(1))
        .child(undo(states[at], &dispatches[at]));
    // Its style comes with what is loaded later.
    let panel = has_style.then(|| {
        html! {
            <Panel
                key={at}
                picture={both.pictures[at].clone()}
                opened={states[at].opened}
                dispatch={dispatches[at].clone()}
            />
        }
    });
    el("aside")
        .class("page-panel")
        .attr(Attr::AriaLabel, "Panel")
        .child(el("div").child(whose).child(panel))
}

/// The last step of one of them, back and forth.
fn undo(state: &State, dispatch: &Dispatch) -> Element {
    let send = |words: &'static str, action: Action, is_on: bool| {
        let dispatch = dispatch.clone();
        button(Button {
            words,
            is_off: !is_on,
            on_click: Callback::from(move |_| dispatch.dispatch(action.clone())),
            ..Button::default()
        })
    };
    el("span")
        .class("compare-undo")
        .child(send("Undo", Action::Undo, state.can_undo()))
        .child(" ")
        .child(send("Redo", Action::Redo, state.can_redo()))
}
