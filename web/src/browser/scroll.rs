//! Positions of everything that scrolls, kept with the entry of the history: Reload and Back return there.

use std::cell::{Cell, RefCell};

use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsValue;
use web_sys::{Element, Event};

use super::{document, window};

/// How long after the last move the positions are written; browsers refuse calls that are too frequent.
const KEEP_MS: u32 = 200;

/// How long after a jump the positions are restored: what is drawn then needs some frames.
const RETURN_MS: [u32; 2] = [30, 250];

thread_local! {
    static IS_KEPT: Cell<bool> = const { Cell::new(false) };
    static TIMER: RefCell<Option<Timeout>> = const { RefCell::new(None) };
}

/// Keeps them from now on, for the life of the page, and restores those of the present entry.
pub fn keep() {
    if IS_KEPT.replace(true) {
        return;
    }
    let options = EventListenerOptions::run_in_capture_phase();
    EventListener::new_with_options(&document(), "scroll", options, |_| {
        let timer = Timeout::new(KEEP_MS, write);
        TIMER.with_borrow_mut(|kept| *kept = Some(timer));
    })
    .forget();
    EventListener::new(&window(), "pagehide", |_| write()).forget();
    EventListener::new(&window(), "popstate", |_: &Event| go_back()).forget();
    go_back();
}

/// The elements that scroll, each by a name that outlives it.
fn scrollers() -> Vec<(String, Element)> {
    let mut found = Vec::new();
    if let Some(root) = document().scrolling_element() {
        found.push((String::new(), root));
    }
    for class in ["grid-scroller", "page-side", "page-panel", "page-stage"] {
        let all = document().get_elements_by_class_name(class);
        let all = (0..all.length()).filter_map(|at| Some((at, all.item(at)?)));
        found.extend(all.map(|(at, element)| (format!("{class}{at}"), element)));
    }
    found
}

fn write() {
    let places: Vec<String> = scrollers()
        .into_iter()
        .filter(|(_, element)| element.scroll_left() != 0 || element.scroll_top() != 0)
        .map(|(name, element)| format!("{name} {} {}", element.scroll_left(), element.scroll_top()))
        .collect();
    let state = match places.is_empty() {
        true => JsValue::NULL,
        false => places.join("\n").into(),
    };
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&state, "", None);
    }
}

fn go_back() {
    let state = window()
        .history()
        .ok()
        .and_then(|history| history.state().ok());
    let Some(kept) = state.and_then(|state| state.as_string()) else {
        return;
    };
    for after in RETURN_MS {
        let kept = kept.clone();
        Timeout::new(after, move || return_to(&kept)).forget();
    }
}

fn return_to(kept: &str) {
    let scrollers = scrollers();
    for line in kept.lines() {
        let mut parts = line.rsplitn(3, ' ');
        let mut number = || parts.next()?.parse::<i32>().ok();
        let (Some(top), Some(left)) = (number(), number()) else {
            continue;
        };
        let name = parts.next().unwrap_or_default();
        let known = scrollers.iter().find(|(known, _)| known == name);
        if let Some((_, element)) = known {
            element.set_scroll_left(left);
            element.set_scroll_top(top);
        }
    }
}
