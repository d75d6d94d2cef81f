//! The parameters of one of the two, and which one that is.

use swizzle_lints::PAIR_NAMES;
use yew::prelude::*;

use super::both::Both;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::panel::Panel;
use crate::state::{Dispatch, State};

/// The panel, of the layout that was chosen.
pub(super) fn controls(
    both: &Both,
    states: &[&State; 2],
    dispatches: &[Dispatch; 2],
    at: usize,
    on_at: &Callback<usize>,
) -> Element {
    el("div")
        .child(which("Parameters of", at, on_at))
        .child(html! {
            <Panel
                key={at}
                picture={both.pictures[at].clone()}
                opened={states[at].opened}
                dispatch={dispatches[at].clone()}
            />
        })
}

/// The choice of one of the two.
pub(super) fn which(words: &'static str, at: usize, on_at: &Callback<usize>) -> Element {
    let choose = |index: usize| {
        button(Button {
            words: PAIR_NAMES[index],
            is_pressed: Some(at == index),
            on_click: on_at.reform(move |_| index),
            ..Button::default()
        })
    };
    el("div")
        .class("segments pair-which")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, words)
        .children([0, 1].map(choose).into_iter())
}
