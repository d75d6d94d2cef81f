//! How far the page is scrolled, kept with the entry of the history: Reload and Back return there.

use super::*;
use gloo_events::EventListenerOptions;
use std::cell::Cell;

/// How long after the last move the place is written; browsers refuse calls that are too frequent.
const KEEP_MS: u32 = 200;

/// How long after a jump the place is restored: what is drawn then needs some frames.
const RETURN_MS: [u32; 2] = [30, 250];

thread_local! {
    static IS_KEPT: Cell<bool> = const { Cell::new(false) };
    static TIMER: RefCell<Option<Timeout>> = const { RefCell::new(None) };
}

/// Keeps it from now on, for the life of the page, and returns to that of the present entry.
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

fn write() {
    let Some(root) = document().scrolling_element() else {
        return;
    };
    let state = match (root.scroll_left(), root.scroll_top()) {
        (0, 0) => JsValue::NULL,
        (left, top) => format!("{left} {top}").into(),
    };
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&state, "", None);
    }
}

fn go_back() {
    let state = window().history().and_then(|history| history.state());
    let kept = state.ok().and_then(|state| state.as_string());
    let place = kept.as_deref().and_then(|kept| kept.split_once(' '));
    let Some((Ok(left), Ok(top))) = place.map(|(left, top)| (left.parse(), top.parse())) else {
        return;
    };
    for after in RETURN_MS {
        Timeout::new(after, move || {
            window().scroll_to_with_x_and_y(left, top);
        })
        .forget();
    }
}
