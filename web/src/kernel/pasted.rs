//! Text pasted on the page, wherever the focus is.

use super::*;

/// Calls back with each text; fields keep what is theirs.
#[hook]
pub fn use_pasted(on_text: Callback<String>) {
    use_window_event(on_text.clone(), "paste", move |event| {
        let is_field = browser::target(event).is_some_and(|at| browser::is_field(&at));
        let text = browser::pasted_text(event).filter(|text| !is_field && !text.trim().is_empty());
        text.into_iter().for_each(|text| on_text.emit(text));
    });
}
