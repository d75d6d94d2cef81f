//! Whether a value was said or is assumed, and the button that changes it.

use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// The button beside a value: it says one that is assumed, and forgets one that was said.
pub fn standing_button(label: &str, is_said: bool, on_click: Callback<MouseEvent>) -> Element {
    let (words, class, name) = if is_said {
        ("×", "forget-button", format!("Forget {label}"))
    } else {
        (
            "assumed",
            "assumed-button",
            format!("Assumed: {label}. Say it"),
        )
    };
    el("button")
        .attr(Attr::Type, "button")
        .class(class)
        .attr(Attr::AriaLabel, name.clone())
        .attr(Attr::Title, name)
        .on_click(on_click)
        .child(words)
}
