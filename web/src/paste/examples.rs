//! The examples of the empty box: a text of each kind that it takes, by pointer, arrow keys and Enter.

use gloo_events::{EventListener, EventListenerOptions};
use swizzle_parse::EXAMPLES;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

use super::said::Asked;
use crate::browser;
use crate::hooks::use_value;

/// Properties of [`Examples`].
#[derive(Properties, PartialEq)]
pub(super) struct ExamplesProps {
    /// Takes one.
    pub on_take: Callback<Asked>,
}

/// The list. The focus stays in the box, whose keys move through it.
#[component]
pub(super) fn Examples(props: &ExamplesProps) -> Html {
    let (chosen, on_chosen) = use_value(|| 0_usize);
    let take = props.on_take.reform(|at: usize| Asked {
        is_meant: true,
        ..Asked::anew(EXAMPLES[at].text.into())
    });
    {
        let take = take.clone();
        use_effect_with(chosen, move |chosen| {
            let chosen = *chosen;
            let field = browser::document().get_element_by_id("paste");
            let field = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok());
            let listener = field.clone().map(|field| {
                let _ = field.set_attribute("aria-activedescendant", &id(chosen));
                let options = EventListenerOptions::enable_prevent_default();
                EventListener::new_with_options(&field, "keydown", options, move |event| {
                    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                        return;
                    };
                    let count = EXAMPLES.len();
                    match event.key().as_str() {
                        "ArrowDown" => on_chosen.emit((chosen + 1) % count),
                        "ArrowUp" => on_chosen.emit((chosen + count - 1) % count),
                        "Enter" => take.emit(chosen),
                        _ => return,
                    }
                    event.prevent_default();
                })
            });
            move || {
                if let Some(field) = field {
                    let _ = field.remove_attribute("aria-activedescendant");
                }
                drop(listener);
            }
        });
    }
    let option = |at: usize| {
        let example = EXAMPLES[at];
        let onpointerdown = take.reform(move |event: PointerEvent| {
            // The box keeps the focus.
            event.prevent_default();
            at
        });
        html! { <li id={id(at)} role="option" aria-selected={(at == chosen).to_string()} {onpointerdown}><code>{ example.text }</code><span>{ example.gives }</span></li> }
    };
    html! {
        <div class="paste-examples">
            <p><b>{ "Examples" }</b><span>{ "paste, or choose with " }</span><kbd>{ "↓" }</kbd></p>
            <ul id="paste-examples" role="listbox" aria-label="Examples">{ for (0..EXAMPLES.len()).map(option) }</ul>
        </div>
    }
}

fn id(at: usize) -> String {
    format!("paste-example-{at}")
}
