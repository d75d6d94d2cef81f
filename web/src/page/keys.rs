//! Keys of a page, wherever the focus is, except where they have another meaning.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::hooks::use_keydown;

/// The keys that a page handles.
pub struct PageKeys<K> {
    /// Returns the action of a key, from its name and the event's target.
    pub key_of: fn(&str, Option<&Element>) -> Option<K>,
    /// Elements with keys of their own, beside fields.
    pub others: &'static str,
    /// Whether they mean the same with Shift.
    pub takes_shift: bool,
}

/// Calls back with what each asks for. With Ctrl, Alt or the command key none is the page's.
#[hook]
pub fn use_page_keys<K: 'static>(keys: &'static PageKeys<K>, on_key: Callback<K>) {
    use_keydown(on_key.clone(), move |event| {
        if let Some(key) = keys.asked_by(event) {
            event.prevent_default();
            on_key.emit(key);
        }
    });
}

impl<K> PageKeys<K> {
    fn asked_by(&self, event: &KeyboardEvent) -> Option<K> {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let has_own = target.as_ref().is_some_and(|target| {
            let fields = "input, textarea, select, [role=application], [role=dialog], [role=menu]";
            [fields, self.others]
                .into_iter()
                .any(|own| target.closest(own).is_ok_and(|found| found.is_some()))
        });
        let is_command = event.ctrl_key() || event.meta_key() || event.alt_key();
        let is_shifted = event.shift_key() && !self.takes_shift;
        if has_own || is_command || is_shifted {
            return None;
        }
        (self.key_of)(&event.key(), target.as_ref())
    }
}
