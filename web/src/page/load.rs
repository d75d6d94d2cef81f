//! How parts of the page are loaded after the start. `cargo xtask build` cuts all that only a split point reaches into
//! a file of its own, which costs the start nothing; each part that comes later has its own split point.

use super::*;
use std::future::Future;
use std::pin::Pin;
use wasm_split_helpers::SplitLoaderError;

/// Makes the function that loads a file and returns what is in it. Code of that file that is called by its own name
/// instead is part of the start. Split points of the same file may be in several places.
macro_rules! split_point {
    ($file:ident: fn $load:ident() -> $what:ty { $($body:tt)* }) => {
        #[cfg(not(any(test, feature = "whole")))]
        #[wasm_split_helpers::wasm_split($file, fallible)]
        fn $load() -> Result<$what, $crate::page::load::Lost> {
            Ok({ $($body)* })
        }

        // The tests' module is not cut, nor is a draft.
        #[cfg(any(test, feature = "whole"))]
        async fn $load() -> Result<$what, $crate::page::load::Lost> {
            Ok({ $($body)* })
        }
    };
}
pub(crate) use split_point;

/// The file could not be loaded.
pub struct Lost;

impl From<SplitLoaderError> for Lost {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// Why a part has not come.
#[derive(Clone, Copy, PartialEq)]
enum Why {
    /// The host cannot be reached.
    Network,
    /// The host answers, but not with this part.
    Host,
    /// Nothing is known: it is under way for longer than [`PATIENCE_MS`].
    Slow,
}

/// How long a part may be under way until that is told.
const PATIENCE_MS: u32 = 12_000;

/// A part that has not come.
#[derive(Clone, Copy, PartialEq)]
pub struct Missing {
    why: Why,
    /// Whether asking again can help: not after a second time, since the host may have a new build.
    can_ask: bool,
}

/// Message about a part that has not loaded, with a button that loads it.
pub fn missing(missing: Missing, what: &str, ask: &Callback<()>) -> Html {
    let why = match missing.why {
        Why::Network => "the network is down, or the host does not answer.",
        Why::Host => "the host answers, but does not have this part. It may have a new build.",
        Why::Slow => "it did not arrive within 12 seconds. The network may be slow or down.",
    };
    let again = if missing.can_ask {
        text_button("", "Try again", sends(ask, ()))
    } else {
        text_button("", "Reload", Callback::from(|_| browser::reload()))
    };
    in_turn((p("", format!("{what} could not be loaded: {why}")), again))
}

/// The part that has loaded; none at the start.
pub type Arrival<T> = Option<Result<T, Missing>>;

/// A load under way.
pub type Loading<T> = Pin<Box<dyn Future<Output = Result<T, Lost>>>>;

/// Loads a part once the page is shown. Returns what has come, and a callback that asks again.
#[hook]
pub fn use_loaded<T: Copy + PartialEq + 'static>(load: fn() -> Loading<T>) -> (Arrival<T>, Callback<()>) {
    use_needed(true, load)
}

/// The same as soon as it is needed.
#[hook]
pub fn use_needed<T: Copy + PartialEq + 'static>(
    is_needed: bool,
    load: fn() -> Loading<T>,
) -> (Arrival<T>, Callback<()>) {
    let (arrival, on_arrival) = use_value(|| None);
    let is_loading = use_mut_ref(|| false);
    let failures = use_mut_ref(|| 0_u32);
    let ask = Callback::from(move |()| {
        if is_loading.replace(true) {
            return;
        }
        let (on_arrival, is_loading) = (on_arrival.clone(), is_loading.clone());
        let failures = failures.clone();
        let slow = {
            let on_arrival = on_arrival.clone();
            Timeout::new(PATIENCE_MS, move || {
                on_arrival.emit(Some(Err(Missing { why: Why::Slow, can_ask: false })));
            })
        };
        spawn_local(async move {
            let came = match load().await {
                Ok(part) => Ok(part),
                Err(Lost) => {
                    let earlier = failures.replace_with(|before| *before + 1);
                    Err(Missing {
                        why: if browser::answers().await { Why::Host } else { Why::Network },
                        can_ask: earlier == 0,
                    })
                }
            };
            drop(slow);
            is_loading.replace(false);
            on_arrival.emit(Some(came));
        });
    });
    {
        let ask = ask.clone();
        use_effect_with(is_needed, move |is_needed| {
            if *is_needed {
                ask.emit(());
            }
        });
    }
    (arrival, ask)
}
