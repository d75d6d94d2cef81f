//! The choice of what is drawn.

use swizzle_draw::Shows;
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::state::Edit;

/// The whole tile or one read; where something draws it, all reads as an image.
pub fn what_is_drawn(shown: Shows, has_image: bool, on_edit: &Callback<Edit>) -> Element {
    let choice = |words: &'static str, name: &'static str, shows: Shows| {
        button(Button {
            words,
            name: Some(name.into()),
            is_pressed: Some(shown == shows),
            on_click: on_edit.reform(move |_| Edit::Shows(shows)),
            ..Button::default()
        })
    };
    el("div")
        .class("segments heading-shows")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "What is drawn")
        .child(choice("Tile", "Whole tile", Shows::Tile))
        .child(choice("Read", "One read", Shows::Read))
        .child(has_image.then(|| choice("Picture", "Picture of all reads", Shows::Picture)))
}
