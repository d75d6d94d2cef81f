//! Text pasted on the page, wherever the focus is.

use gloo_events::EventListener;
use yew::prelude::*;

use crate::browser;

/// Calls back with each text; fields keep what is theirs.
#[hook]
pub fn use_pasted(on_text: Callback<String>) {
    use_effect_with(on_text, |on_text| {
        let on_text = on_text.clone();
        let listener = EventListener::new(&browser::window(), "paste", move |event| {
            let is_field = browser::target(event).is_some_and(|at| browser::is_field(&at));
            let text = browser::pasted_text(event).filter(|text| !is_field && !text.trim().is_empty());
            text.into_iter().for_each(|text| on_text.emit(text));
        });
        move || drop(listener)
    });
}
