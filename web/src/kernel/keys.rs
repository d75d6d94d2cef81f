//! Keys of the page, wherever the focus is, but in a field.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::browser;

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// So many instructions on.
    Row(isize),
    /// So many reads of the walk on.
    Step(isize),
    /// The next finding.
    Finding,
    /// The other operand.
    Side,
    /// The atlas.
    Open,
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
    // Grids, fields and menus have keys of their own.
    let has_own = target.as_ref().is_some_and(|target| {
        let tag = target.tag_name();
        matches!(tag.as_str(), "INPUT" | "TEXTAREA" | "SELECT")
            || target
                .closest(
                    "[role=application], [role=dialog], [role=menu], [tabindex='0']:not(button)",
                )
                .is_ok_and(|found| found.is_some())
    });
    let is_button = target
        .is_some_and(|target| matches!(target.tag_name().as_str(), "BUTTON" | "A" | "SUMMARY"));
    if has_own || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    match event.key().as_str() {
        "ArrowUp" => Some(Key::Row(-1)),
        "ArrowDown" => Some(Key::Row(1)),
        "ArrowLeft" => Some(Key::Step(-1)),
        "ArrowRight" => Some(Key::Step(1)),
        "n" => Some(Key::Finding),
        "b" => Some(Key::Side),
        "Enter" if !is_button => Some(Key::Open),
        _ => None,
    }
}
