//! The bar at the top: name, figures, undo, link, theme.

use swizzle_core::link::pair_with_itself;
use swizzle_core::{Route, Theme};
use yew::prelude::*;

use super::over::Over;
use crate::browser;
use crate::control::{Button, CopyButton, button};
use crate::element::{Attr, el};
use crate::state::{Action, Dispatch};

/// What the bar shows.
pub struct Header {
    /// The link of what is shown, from `#` on.
    pub link: String,
    /// Whether Undo has something to do.
    pub can_undo: bool,
    /// Whether Redo has something to do.
    pub can_redo: bool,
    /// Sends the bar's actions.
    pub dispatch: Dispatch,
    /// The page's theme.
    pub theme: Theme,
    /// Called to switch it.
    pub on_theme: Callback<Theme>,
    /// Called to open a dialog.
    pub on_open: Callback<Over>,
}

/// The bar at the top.
pub fn header(bar: &Header) -> Html {
    let send = |words: &'static str, keys: &'static str, action: Action, is_on: bool| {
        let dispatch = bar.dispatch.clone();
        button(Button {
            words,
            keys: Some(keys),
            is_off: !is_on,
            on_click: Callback::from(move |_| dispatch.dispatch(action.clone())),
            ..Button::default()
        })
    };
    let (other, theme_words) = match bar.theme {
        Theme::Light => (Theme::Dark, "Dark"),
        Theme::Dark => (Theme::Light, "Light"),
    };
    let opener = |words: &'static str, class: &'static str, over: Over| {
        button(Button {
            words,
            class,
            on_click: bar.on_open.reform(move |_| over),
            ..Button::default()
        })
    };
    let page = |words: &'static str, class: &'static str, link: String| {
        el("a").class(class).attr(Attr::Href, link).child(words)
    };
    let pair = pair_with_itself(&bar.link);
    let theme = button(Button {
        words: theme_words,
        name: Some(format!("{theme_words} theme")),
        on_click: {
            let on_theme = bar.on_theme.clone();
            Callback::from(move |_| {
                browser::remember_theme(other);
                on_theme.emit(other);
            })
        },
        ..Button::default()
    });
    let name = el("a")
        .class("bar-name")
        .attr(Attr::Href, Route::Atlas.address());
    let words = "shared-memory layouts and matrix descriptors of wgmma and tcgen05. ";
    let actions = el("nav")
        .class("bar-actions")
        .attr(Attr::AriaLabel, "Page")
        .child(page("Lessons", "button is-main", Route::COURSE.address()))
        .child(opener("Figures…", "button", Over::Figures))
        .child(page("Compare", "button", pair))
        .child(send("Undo", "Ctrl Z", Action::Undo, bar.can_undo))
        .child(send("Redo", "Ctrl Shift Z", Action::Redo, bar.can_redo))
        .child(html! { <CopyButton text={browser::address_with(&bar.link)} what="link" shows_what=true /> })
        .child(opener("Share…", "button", Over::Share))
        .child(theme);
    el("header")
        .class("bar")
        .child(name.child("Swizzle Atlas"))
        .child(
            el("span").class("bar-words").child(words).child(
                el("a")
                    .attr(Attr::Href, Route::COURSE.address())
                    .child("New here?"),
            ),
        )
        .child(actions)
        .into()
}
