//! The keys of a menu.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};

use crate::browser;

/// The arrow keys go from entry to entry, Home and End to the ends.
pub fn move_in_menu(event: KeyboardEvent) {
    let Some(at) = event.target().and_then(|at| at.dyn_into::<Element>().ok()) else {
        return;
    };
    let list = at.parent_element();
    let end = |is_last: bool| {
        let list = list.as_ref()?;
        if is_last {
            list.last_element_child()
        } else {
            list.first_element_child()
        }
    };
    let next = match event.key().as_str() {
        "ArrowDown" => at.next_element_sibling().or_else(|| end(false)),
        "ArrowUp" => at.previous_element_sibling().or_else(|| end(true)),
        "Home" => end(false),
        "End" => end(true),
        _ => return,
    };
    event.prevent_default();
    browser::focus_on(next);
}
