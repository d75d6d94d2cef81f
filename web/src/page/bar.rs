//! The bar at the top of the pages beside the atlas: the ways out, and the theme.

use swizzle_core::{Route, Theme};
use yew::prelude::*;

use super::look::Look;
use crate::browser;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};

/// The bar of a page.
pub fn bar(words: &'static str, look: Look, on_look: Callback<Look>) -> Element {
    let (other, theme_words) = match look.theme {
        Theme::Light => (Theme::Dark, "Dark"),
        Theme::Dark => (Theme::Light, "Light"),
    };
    let theme = button(Button {
        words: theme_words,
        name: Some(format!("{theme_words} theme")),
        on_click: Callback::from(move |_| {
            browser::remember_theme(other);
            on_look.emit(Look {
                theme: other,
                ..look
            });
        }),
        ..Button::default()
    });
    let link = |words: &'static str, to: Route<'static>| {
        let to = to.address();
        el("a").class("button").attr(Attr::Href, to).child(words)
    };
    let name = el("a")
        .class("bar-name")
        .attr(Attr::Href, Route::Atlas.address());
    let actions = el("nav")
        .class("bar-actions")
        .attr(Attr::AriaLabel, "Page")
        .child(link("Lessons", Route::COURSE))
        .child(link("Glossary", Route::Glossary(None)))
        .child(link("Atlas", Route::Atlas))
        .child(theme);
    el("header")
        .class("bar")
        .child(name.child("Swizzle Atlas"))
        .child(el("span").class("bar-words").child(words))
        .child(actions)
}
