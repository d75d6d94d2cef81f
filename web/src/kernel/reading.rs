//! A text as a reading: a stretch at a time, so that the page answers while a large one is read.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use swizzle_lens::Reading;
use wasm_bindgen_futures::spawn_local;
use web_sys::js_sys::Date;
use yew::prelude::*;

use super::held::Held;
use crate::kit::Shared;

/// How long a text waits until it is read: the page says so first.
pub const WAIT_MS: u32 = 20;

/// Approximate time of the work that is done at once, in milliseconds.
const STRETCH_MS: f64 = 12.0;

/// A text as a reading, once it was read.
#[hook]
pub fn use_reading(held: Option<Held>) -> Option<Shared<Reading>> {
    let reading = use_state_eq(|| None::<(Held, Shared<Reading>)>);
    let on_reading = reading.setter();
    use_effect_with(held.clone(), move |held| {
        let is_asked = Rc::new(Cell::new(true));
        if let Some(held) = held.clone() {
            let is_asked = is_asked.clone();
            spawn_local(async move {
                TimeoutFuture::new(WAIT_MS).await;
                let began = Cell::new(Date::now());
                let (began, asked) = (&began, &is_asked);
                let pause = || async move {
                    // A reading that is no longer asked for is not continued.
                    if !asked.get() {
                        std::future::pending::<()>().await;
                    }
                    if Date::now() - began.get() >= STRETCH_MS {
                        TimeoutFuture::new(0).await;
                        began.set(Date::now());
                    }
                };
                let read = Reading::in_pieces(held.name.clone(), held.text.clone(), pause).await;
                if is_asked.get() {
                    on_reading.set(Some((held, Shared::new(read))));
                }
            });
        }
        move || is_asked.set(false)
    });
    let found = (*reading)
        .clone()
        .filter(|(of, _)| Some(of) == held.as_ref());
    found.map(|(_, reading)| reading)
}
