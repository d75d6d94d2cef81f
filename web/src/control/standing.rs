//! The button that turns a value between specified and inferred.

use yew::prelude::*;

use super::icon;
use crate::element::{Attr, Element, el};

/// Title of the pin.
const KEEP: &str = "Keep this value";

/// The line under a control: what there is to say, and the button of its value; none where there is neither.
pub(super) fn foot(hint: String, button: Option<Element>) -> Option<Element> {
    let has_hint = !hint.is_empty();
    (has_hint || button.is_some()).then(|| {
        el("div")
            .class("control-foot")
            .child(has_hint.then(|| el("p").class("hint").child(hint)))
            .child(button)
    })
}

/// Draws the button of a value: it keeps an inferred value, and makes a specified one auto again.
pub(super) fn standing_button(
    label: &str,
    is_said: bool,
    on_click: Callback<MouseEvent>,
) -> Element {
    let (class, name, title, drawing) = if is_said {
        let name = format!("Make {label} auto");
        ("forget-button", name.clone(), name, icon::CLOSE)
    } else {
        let name = format!("Keep this value: {label}");
        ("assumed-button", name, KEEP.into(), icon::PIN)
    };
    el("button")
        .attr(Attr::Type, "button")
        .class(class)
        .attr(Attr::AriaLabel, name)
        .attr(Attr::Title, title)
        .on_click(on_click)
        .child(icon::icon(drawing))
}
