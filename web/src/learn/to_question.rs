//! The way to a question that is below what is seen.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::browser;
use crate::element::{Attr, el};
use crate::hooks::use_value;

/// The card of the question.
const QUESTION: &str = ".learn-ask";

/// Pixels of a question that are seen, at least, where it counts as in view; the foot of the page is over some of them.
const SEEN: f64 = 140.0;

/// How long a page may take to have its height, in milliseconds.
const SETTLED_MS: u32 = 500;

/// A button that scrolls to the question, while that is further down: on a narrow screen it comes after text and picture.
#[component]
pub(super) fn ToQuestion() -> Html {
    let (is_below, on_below) = use_value(|| false);
    use_effect_with((), move |()| {
        let look = move || on_below.emit(self::is_below());
        look();
        let settled = Timeout::new(SETTLED_MS, look.clone());
        let listeners = ["scroll", "resize"].map(|event| {
            let look = look.clone();
            EventListener::new(&browser::window(), event, move |_| look())
        });
        move || drop((settled, listeners))
    });
    if !is_below {
        return Html::default();
    }
    el("button")
        .class("button is-main learn-to-question")
        .attr(Attr::Type, "button")
        .on_click(Callback::from(|_: MouseEvent| {
            if let Ok(Some(question)) = browser::document().query_selector(QUESTION) {
                question.scroll_into_view();
            }
        }))
        .child("Question ↓")
        .into()
}

/// Whether the question begins below what is seen.
fn is_below() -> bool {
    let window = browser::window();
    let height = window.inner_height().ok();
    let height = height.and_then(|height| height.as_f64());
    let question = browser::document().query_selector(QUESTION).ok().flatten();
    let top = question.map(|question| question.get_bounding_client_rect().top());
    top.zip(height)
        .is_some_and(|(top, height)| top > height - SEEN)
}
