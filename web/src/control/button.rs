//! A button, in one place for all.

use yew::prelude::*;

use super::icon::icon;
use crate::element::{Attr, Element, el};

/// Contents and action of a button.
#[derive(Default)]
pub struct Button {
    /// Words on it.
    pub words: &'static str,
    /// A drawing in place of the words, which are then its name.
    pub icon: Option<&'static str>,
    /// Its style.
    pub class: &'static str,
    /// Its name, where its words do not say enough.
    pub name: Option<String>,
    /// The key that does the same.
    pub keys: Option<&'static str>,
    /// Whether it does nothing now.
    pub is_off: bool,
    /// Whether it is in force, for a button that stays pressed.
    pub is_pressed: Option<bool>,
    /// Called when it is pressed.
    pub on_click: Callback<MouseEvent>,
}

/// The button.
pub fn button(button: Button) -> Element {
    let class = if button.class.is_empty() {
        "button"
    } else {
        button.class
    };
    let name = button
        .name
        .or_else(|| button.icon.map(|_| button.words.into()));
    let title = match (button.keys, button.icon) {
        (Some(keys), Some(_)) => Some(format!("{} ({keys})", button.words)),
        (Some(keys), None) => Some(keys.into()),
        (None, Some(_)) => name.clone(),
        (None, None) => None,
    };
    let pressed = |is_pressed| if is_pressed { "true" } else { "false" };
    el("button")
        .attr(Attr::Type, "button")
        .class(class)
        .class_if(button.icon.is_some(), "is-icon")
        .attr(Attr::AriaLabel, name)
        .attr(Attr::Title, title)
        .attr(Attr::Disabled, button.is_off)
        .attr(Attr::AriaPressed, button.is_pressed.map(pressed))
        .on_click(button.on_click)
        .child(button.icon.map(icon))
        .child(button.icon.is_none().then_some(button.words))
}
