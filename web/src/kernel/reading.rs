//! A text as a reading: a stretch at a time, so that the page answers while a large one is read.

use super::*;
use std::cell::Cell;
use web_sys::js_sys::Date;

/// Approximate time of the work that is done at once, in milliseconds.
const STRETCH_MS: f64 = 12.0;

/// A text as a reading, once it was read.
#[hook]
pub fn use_reading(held: Option<Held>) -> Option<Shared<Reading>> {
    use_later(held, |held, asked| async move {
        let Held { name, text, .. } = held?;
        let began = Cell::new(Date::now());
        let (began, asked) = (&began, &asked);
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
        Some(Shared::new(Reading::in_pieces(name, text, pause).await))
    })
}
