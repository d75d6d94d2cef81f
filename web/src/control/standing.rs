//! Whether a value was said or is assumed, and the button that changes it.

use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// The line under a control: what there is to say, and the button of its value; none where there is neither.
pub(super) fn foot(hint: String, button: Option<Element>) -> Option<Element> {
    let has_hint = !hint.is_empty();
    (has_hint || button.is_some()).then(|| {
        el("div")
            .class("control-foot")
            .child(has_hint.then(|| el("p").class("hint").child(hint)))
            .children(button)
    })
}

/// The button of a value: it says one that is assumed, and forgets one that was said.
pub(super) fn standing_button(
    label: &str,
    is_said: bool,
    on_click: Callback<MouseEvent>,
) -> Element {
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
