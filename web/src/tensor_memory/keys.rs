//! Keys of the page, wherever the focus is, but in a field or a grid.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::browser;

/// What a key asks for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Key {
    /// The window so many widths and heights on.
    Window(i32, i32),
    /// The next warp.
    Warp,
}

/// Calls back with each.
#[hook]
pub(super) fn use_page_keys(on_key: Callback<Key>) {
    use_effect_with(on_key, |on_key| {
        let on_key = on_key.clone();
        let options = EventListenerOptions::enable_prevent_default();
        let listener =
            EventListener::new_with_options(&browser::window(), "keydown", options, move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                    return;
                };
                if let Some(key) = key_of(event) {
                    event.prevent_default();
                    on_key.emit(key);
                }
            });
        move || drop(listener)
    });
}

fn key_of(event: &KeyboardEvent) -> Option<Key> {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let has_own = target.is_some_and(|target| {
        let tag = target.tag_name();
        let own = "[role=application], [role=dialog], [role=menu], [popover]";
        matches!(tag.as_str(), "INPUT" | "TEXTAREA" | "SELECT")
            || target.closest(own).is_ok_and(|found| found.is_some())
    });
    if has_own || event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
        return None;
    }
    match event.key().as_str() {
        "ArrowUp" => Some(Key::Window(0, -1)),
        "ArrowDown" => Some(Key::Window(0, 1)),
        "ArrowLeft" => Some(Key::Window(-1, 0)),
        "ArrowRight" => Some(Key::Window(1, 0)),
        "w" => Some(Key::Warp),
        _ => None,
    }
}
