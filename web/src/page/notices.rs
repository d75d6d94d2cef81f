//! Strips under the bar: what of a link could not be opened, and what of the page could not be loaded.

use swizzle_core::Notice;
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, el};
use crate::state::{Action, Dispatch};

/// A strip under the bar; nothing while everything could be opened.
pub fn notices(notices: &[Notice], dispatch: Dispatch) -> Html {
    if notices.is_empty() {
        return Html::default();
    }
    let item = |notice: &Notice| {
        el("li")
            .child(el("code").child(&notice.part))
            .child(" ")
            .child(&notice.why)
    };
    let dismiss = button(Button {
        words: "Dismiss",
        on_click: Callback::from(move |_| dispatch.dispatch(Action::DismissNotices)),
        ..Button::default()
    });
    el("section")
        .class("notices")
        .attr(Attr::Role, "alert")
        .child(el("h2").child("Not all of this link could be opened"))
        .child(el("ul").children(notices.iter().map(item)))
        .child(dismiss)
        .into()
}

/// What of the page could not be loaded, with a button that tries again.
pub fn missing(ask: Callback<()>) -> Html {
    let again = button(Button {
        words: "Try again",
        on_click: ask.reform(|_| ()),
        ..Button::default()
    });
    let words = "The descriptor's bits, the box and the figures could not be loaded.";
    el("section")
        .class("notices")
        .attr(Attr::Role, "alert")
        .child(el("p").child(words))
        .child(again)
        .into()
}
