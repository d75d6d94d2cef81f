//! Buttons that change the two as a pair, and Undo of such a change, which is one of both.

use std::cell::RefCell;
use std::rc::Rc;

use swizzle_view::Shown;
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Element, fragment};
use crate::state::{Action, Dispatch, State};

/// States of both before and after changes of the pair: Undo in one of the two takes a change back in the other.
#[derive(Clone, Default)]
pub(super) struct Joint(Rc<RefCell<Vec<[[Shown; 2]; 2]>>>);

impl Joint {
    fn record(&self, before: [Shown; 2], after: [Shown; 2]) {
        let mut all = self.0.borrow_mut();
        all.retain(|one| *one != [before, after]);
        all.push([before, after]);
    }

    /// Returns the other of the two and the action to send to it, after one alone went from former to now.
    fn follow(&self, former: [Shown; 2], now: [Shown; 2]) -> Option<(usize, Action)> {
        let other = match (former[0] == now[0], former[1] == now[1]) {
            (false, true) => 1,
            (true, false) => 0,
            _ => return None,
        };
        let goes = |from: &[Shown; 2], to: &[Shown; 2]| {
            *from == former && to[1 - other] == now[1 - other] && to[other] != now[other]
        };
        self.0.borrow().iter().rev().find_map(|[before, after]| {
            if goes(after, before) {
                return Some((other, Action::Undo));
            }
            goes(before, after).then_some((other, Action::Redo))
        })
    }
}

/// The changes of the pair, which Undo and Redo of either take back and make again in both.
#[hook]
pub(super) fn use_joint(states: [&State; 2], dispatches: [Dispatch; 2]) -> Joint {
    let joint = use_memo((), |()| Joint::default());
    let shown = states.map(|state| state.shown);
    let can = states.map(|state| [state.can_undo(), state.can_redo()]);
    let former = use_mut_ref(|| shown);
    {
        let joint = joint.clone();
        use_effect_with(shown, move |now| {
            let former = former.replace(*now);
            match joint.follow(former, *now) {
                // An edit to the same state, as opposed to Undo, leaves nothing to redo.
                Some((other, Action::Undo)) if can[1 - other][1] && can[other][0] => {
                    dispatches[other].dispatch(Action::Undo);
                }
                Some((other, Action::Redo)) if can[1 - other][0] && can[other][1] => {
                    dispatches[other].dispatch(Action::Redo);
                }
                _ => {}
            }
        });
    }
    (*joint).clone()
}

/// Shows in each of the two what one of them shows, or leaves it.
pub(super) fn put(
    shown: [&State; 2],
    dispatches: &[Dispatch; 2],
    puts: [Option<usize>; 2],
    joint: &Joint,
) {
    let shown = shown.map(|state| state.shown);
    if puts.iter().all(Option::is_some) {
        joint.record(
            shown,
            [0, 1].map(|side| puts[side].map_or(shown[side], |from| shown[from])),
        );
    }
    for (dispatch, from) in dispatches.iter().zip(puts) {
        if let Some(from) = from {
            dispatch.dispatch(Action::Settle);
            dispatch.dispatch(Action::Paste(shown[from], Vec::new()));
            dispatch.dispatch(Action::Settle);
        }
    }
}

/// Swaps the two, or makes them the same.
pub(super) fn exchange(states: &[&State; 2], dispatches: &[Dispatch; 2], joint: &Joint) -> Element {
    let tool = |words: &'static str, puts: [Option<usize>; 2]| {
        let (states, dispatches) = (states.map(State::clone), dispatches.clone());
        let joint = joint.clone();
        button(Button {
            words,
            on_click: Callback::from(move |_| put(states.each_ref(), &dispatches, puts, &joint)),
            ..Button::default()
        })
    };
    fragment()
        .child(tool("Swap", [Some(1), Some(0)]))
        .child(tool("Copy A to B", [None, Some(0)]))
}
