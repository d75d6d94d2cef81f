//! The bar of the atlas: what it adds to that of any page.

use swizzle_draw::Theme;
use swizzle_view::link::{build_address, pair_with_itself};
use yew::prelude::*;

use crate::browser;
use crate::control::{Button, CopyButton, button, icon};
use crate::element::Element;
use crate::page::over::Over;
use crate::page::{Bar, Tab, bar};
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
    /// The box.
    pub paste: Html,
}

/// The bar at the top.
pub fn header(header: Header) -> Element {
    let send = |words: &'static str, keys, drawing, action: Action, is_on: bool| {
        let dispatch = header.dispatch.clone();
        button(Button {
            words,
            keys: Some(keys),
            icon: Some(drawing),
            is_off: !is_on,
            on_click: Callback::from(move |_| dispatch.dispatch(action.clone())),
            ..Button::default()
        })
        .into()
    };
    let share = button(Button {
        words: "Share…",
        on_click: header.on_open.reform(|_| Over::Share),
        ..Button::default()
    });
    bar(Bar {
        tab: Tab::Atlas,
        compare: pair_with_itself(&header.link),
        build: build_address(&header.link),
        on_figures: Some(header.on_open.reform(|_| Over::Figures)),
        middle: header.paste,
        undo: vec![
            send("Undo", "Ctrl Z", icon::UNDO, Action::Undo, header.can_undo),
            send(
                "Redo",
                "Ctrl Shift Z",
                icon::REDO,
                Action::Redo,
                header.can_redo,
            ),
        ],
        tools: vec![
            html! { <CopyButton text={browser::address_with(&header.link)} what="link" shows_what=true /> },
            share.into(),
        ],
        theme: header.theme,
        on_theme: header.on_theme,
        atlas: header.link,
    })
}
