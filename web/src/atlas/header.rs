//! The bar of the atlas: what it adds to that of any page.

use swizzle_draw::Theme;
use swizzle_view::link::{build_address, pair_to_complete};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::Element;
use crate::page::over::Over;
use crate::page::{Bar, Tab, bar, undo_tools};
use crate::state::Action;

/// Contents of the bar.
pub struct Header {
    /// The link of what is shown, from `#` on.
    pub link: String,
    /// Whether Undo has something to do.
    pub can_undo: bool,
    /// Whether Redo has something to do.
    pub can_redo: bool,
    /// Called with the bar's actions.
    pub on_action: Callback<Action>,
    /// The page's theme.
    pub theme: Theme,
    /// Called to switch it.
    pub on_theme: Callback<Theme>,
    /// Called to open a dialog.
    pub on_open: Callback<Over>,
    /// Button that copies the link.
    pub copy: Html,
    /// The box.
    pub paste: Html,
}

/// The bar at the top.
pub fn header(header: Header) -> Element {
    let share = button(Button {
        words: "Share…",
        on_click: header.on_open.reform(|_| Over::Share),
        ..Button::default()
    });
    bar(Bar {
        tab: Tab::Atlas,
        compare: pair_to_complete(&header.link),
        build: build_address(&header.link),
        on_figures: Some(header.on_open.reform(|_| Over::Figures)),
        middle: header.paste,
        undo: undo_tools([header.can_undo, header.can_redo], &header.on_action),
        tools: vec![header.copy, share.into()],
        theme: header.theme,
        on_theme: header.on_theme,
        atlas: header.link,
    })
}
