//! The keys of a row of bits, which are one stop of the Tab key.

use wasm_bindgen::JsCast as _;
use web_sys::{Event, EventTarget, KeyboardEvent};

use crate::browser;

/// The bit that an event's target stands for.
pub fn bit_of(target: Option<EventTarget>) -> Option<u8> {
    let element = target?.dyn_into::<web_sys::Element>().ok()?;
    element.get_attribute("value")?.parse().ok()
}

/// Moves the focus among the bits of a row, from the highest down to 0, by arrow keys, Home and End; `row` is the selector of
/// one of them without its number.
pub fn walk_bits(event: &KeyboardEvent, row: &str, highest: u8) {
    let Some(bit) = bit_of(AsRef::<Event>::as_ref(event).target()) else {
        return;
    };
    let next = match event.key().as_str() {
        // Out of all of them at once: on from the one that is their stop.
        "Tab" if event.shift_key() => highest,
        "ArrowLeft" => (bit + 1).min(highest),
        "ArrowRight" => bit.saturating_sub(1),
        "Home" => highest,
        "End" => 0,
        _ => return,
    };
    if event.key() != "Tab" {
        event.prevent_default();
    }
    browser::focus(&format!("{row}[value=\"{next}\"]"));
}
