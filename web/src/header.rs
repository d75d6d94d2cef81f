//! The bar at the top: name, figures, undo, link, theme.

use swizzle_core::Theme;
use yew::prelude::*;

use crate::browser;
use crate::state::{Action, Dispatch};

/// Properties of [`Header`].
#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    /// The link of what is shown, from `#` on.
    pub link: String,
    /// Whether Undo has something to do.
    pub can_undo: bool,
    /// Whether Redo has something to do.
    pub can_redo: bool,
    /// The page's theme.
    pub theme: Theme,
    /// Called to switch it.
    pub on_theme: Callback<Theme>,
    /// Called to open the gallery of figures.
    pub on_figures: Callback<()>,
}

/// The bar at the top.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let copied = use_state_eq(|| None::<(String, bool)>);
    let Some(dispatch) = use_context::<Dispatch>() else {
        return html! {};
    };
    let send = |action: Action| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()))
    };
    let copy = {
        let (copied, link) = (copied.clone(), props.link.clone());
        Callback::from(move |_: MouseEvent| {
            let done = browser::copy(&browser::address_with(&link));
            copied.set(Some((link.clone(), done)));
        })
    };
    // The word holds for the link that was copied, not for a later one.
    let copied_words = match &*copied {
        Some((link, true)) if *link == props.link => "Link copied",
        Some((link, false)) if *link == props.link => "Copy it from the address bar",
        _ => "Copy link",
    };
    let (other, theme_words) = match props.theme {
        Theme::Light => (Theme::Dark, "Dark"),
        Theme::Dark => (Theme::Light, "Light"),
    };
    html! {
        <header class="bar">
            <a class="bar-name" href="#/">{ "Swizzle Atlas" }</a>
            <span class="bar-words">{ "which bytes the tensor core reads, and why" }</span>
            <nav class="bar-actions" aria-label="Page">
                <button type="button" class="button is-main" onclick={props.on_figures.reform(|_: MouseEvent| ())}>{ "Figures…" }</button>
                <button type="button" class="button" disabled={!props.can_undo} title="Ctrl Z" onclick={send(Action::Undo)}>{ "Undo" }</button>
                <button type="button" class="button" disabled={!props.can_redo} title="Ctrl Shift Z" onclick={send(Action::Redo)}>{ "Redo" }</button>
                <button type="button" class="button" onclick={copy}><span aria-live="polite">{ copied_words }</span></button>
                <button type="button" class="button" onclick={props.on_theme.reform(move |_: MouseEvent| other)} aria-label={format!("{theme_words} theme")}>{ theme_words }</button>
            </nav>
        </header>
    }
}
