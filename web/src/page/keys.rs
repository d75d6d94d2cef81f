//! Keys that every page has: the box, and the list of keys of pages that have none of their own.

use super::*;

/// Keys of the page at an address and of every page, a line each; none of a page that lists them itself.
pub fn own_keys(here: Option<&Place>) -> Option<String> {
    let own = here.map_or(Some(""), |place| place.keys)?;
    Some(format!("{own}\n/: the box\n?: these keys\nEscape: close"))
}

/// Hears what leads to the box, and what asks for the keys.
#[hook]
pub fn use_shell_keys(here: Option<&'static Place>, on_keys: Callback<()>) {
    use_keydown(here.map(|place| place.name), move |event| {
        let is_command = event.ctrl_key() || event.meta_key();
        let is_writing = browser::target(event).is_some_and(|at| browser::is_field(&at));
        if is_writing || event.alt_key() || event.default_prevented() {
            return;
        }
        match event.key().as_str() {
            "/" if !is_command && browser::focus_box() => event.prevent_default(),
            // A pasted text reaches the box by itself.
            "v" | "V" if is_command => drop(browser::focus_box()),
            "?" if own_keys(here).is_some() => on_keys.emit(()),
            _ => {}
        }
    });
}
