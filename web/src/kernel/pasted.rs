//! Text pasted on the page, wherever the focus is, and text pasted into the box of another page.

use gloo_events::EventListener;
use yew::prelude::*;

use crate::browser;
use crate::page::{handed_text, pasted_text};

/// Calls back with each text.
#[hook]
pub fn use_pasted(on_text: Callback<String>) {
    {
        let on_text = on_text.clone();
        use_effect_with((), move |()| {
            handed_text()
                .into_iter()
                .for_each(|text| on_text.emit(text))
        });
    }
    use_effect_with(on_text, |on_text| {
        let on_text = on_text.clone();
        let listener = EventListener::new(&browser::window(), "paste", move |event| {
            // The box has taken it already; fields keep what is theirs.
            if let Some(text) = handed_text().or_else(|| text_outside_of_fields(event)) {
                on_text.emit(text);
            }
        });
        move || drop(listener)
    });
}

fn text_outside_of_fields(event: &web_sys::Event) -> Option<String> {
    let is_field = browser::target(event).is_some_and(|at| browser::is_field(&at));
    pasted_text(event).filter(|text| !is_field && !text.trim().is_empty())
}
