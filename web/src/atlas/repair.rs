//! What a finding offers: its repair, and a look at the element that it is about.

use swizzle_core::rules::Repair;
use swizzle_core::{Coord, Finding};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch};

/// The button of a finding's first repair, where it has one.
pub fn repair_button(finding: &Finding, dispatch: &Dispatch) -> Option<Element> {
    let repair = finding.repairs.first()?;
    Some(make(repair, dispatch))
}

/// A button that makes a repair, and says what is read then.
pub fn make(repair: &Repair, dispatch: &Dispatch) -> Element {
    let (dispatch, said) = (dispatch.clone(), repair.said);
    let on_click = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Repair(said));
    });
    el("button")
        .attr(Attr::Type, "button")
        .class("finding-repair")
        .attr(Attr::Title, repair.reads.clone())
        .on_click(on_click)
        .child(&repair.label)
}

/// A button that shows an element of the tile.
pub fn show_button(at: Coord, dispatch: &Dispatch) -> Element {
    let dispatch = dispatch.clone();
    button(Button {
        words: "Show it",
        class: "small-button is-link",
        name: Some(format!("Show it: element ({}, {})", at.mn, at.k)),
        on_click: Callback::from(move |_| dispatch.dispatch(Action::Show(at))),
        ..Button::default()
    })
}
