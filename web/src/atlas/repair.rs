//! Actions that a finding offers: its repair, and a look at the element that it is about.

use swizzle_core::Coord;
use swizzle_lints::{Finding, Repair};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch};

/// A button that makes a finding's likeliest repair, where it has one.
pub fn repair_button(finding: &Finding, dispatch: &Dispatch) -> Option<Element> {
    let repair = finding.repairs.first()?;
    Some(change_button(repair, "finding-repair", dispatch).child(&repair.label))
}

/// Further offers of a finding: the result of its repair, other repairs, and specifying a value that it rests on.
pub fn more_changes(finding: &Finding, dispatch: &Dispatch) -> Vec<Element> {
    let line = || el("p").class("finding-change");
    let repairs = finding.repairs.iter().enumerate().map(|(rank, repair)| {
        let button = change_button(repair, "small-button is-link", dispatch).child(&repair.label);
        let result = repair
            .descriptor
            .map(|descriptor| el("code").child(descriptor.to_string()));
        line()
            .child((rank > 0).then_some(button))
            .child(" ")
            .child(result)
            .child(" ")
            .child(el("span").class("hint").child(&repair.reads))
    });
    let offers = finding.offers.iter().map(|offer| {
        line().child(change_button(offer, "small-button is-link", dispatch).child(&offer.label))
    });
    repairs.chain(offers).collect()
}

fn change_button(change: &Repair, class: &'static str, dispatch: &Dispatch) -> Element {
    let (dispatch, said) = (dispatch.clone(), change.said);
    el("button")
        .attr(Attr::Type, "button")
        .class(class)
        .on_click(Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Repair(said));
        }))
}

/// A button that shows what a finding is about: the first of these elements is pinned. Where it collides with another, that
/// is marked with it.
pub fn show_button(cells: &[Coord], dispatch: &Dispatch) -> Option<Element> {
    let (at, dispatch) = (*cells.first()?, dispatch.clone());
    let name = match cells {
        [first, second, ..] => format!(
            "Show it: elements ({}, {}) and ({}, {})",
            first.mn, first.k, second.mn, second.k
        ),
        _ => format!("Show it: element ({}, {})", at.mn, at.k),
    };
    let button = button(Button {
        words: "Show it",
        class: "small-button is-link",
        name: Some(name),
        on_click: Callback::from(move |_| dispatch.dispatch(Action::Show(at))),
        ..Button::default()
    });
    Some(button)
}
