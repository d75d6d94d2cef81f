//! One view of a tile at a time, and where both have room beside each other.

use swizzle_draw::scene;
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::view::Picture;

/// Buttons that choose the view where there is room for one at a time.
pub fn which_view(is_memory: bool, on_memory: &Callback<bool>) -> Element {
    let turn = |words: &'static str, to_memory: bool| {
        button(Button {
            words,
            is_pressed: Some(is_memory == to_memory),
            on_click: on_memory.reform(move |_| to_memory),
            ..Button::default()
        })
    };
    el("div")
        .class("segments stage-which")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Which view")
        .child(turn("Matrix", false))
        .child(turn("Memory", true))
}

/// Whether lines of elements need the whole width: the views are then one above the other. Otherwise their widths do not
/// depend on what is drawn, so that an edit moves nothing.
pub fn stacks(picture: &Picture) -> bool {
    scene::memory_size(&picture.drawn, &picture.occupancy, &picture.view).columns > 16
}
