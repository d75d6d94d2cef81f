//! How parts of the page are loaded after the start. `cargo xtask build` cuts all that only a split point reaches into
//! a file of its own, which costs the start nothing; each part that comes later has its own split point.

use std::future::Future;
use std::pin::Pin;

use wasm_split_helpers::SplitLoaderError;
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::hooks::use_value;

/// Makes the function that loads a file and returns what stands in it. Whatever of that is called by its own name
/// instead is part of the start. Split points of the same file may stand in several places.
macro_rules! split_point {
    ($file:ident: fn $load:ident() -> $what:ty { $($body:tt)* }) => {
        #[cfg(not(test))]
        #[wasm_split_helpers::wasm_split($file, fallible)]
        fn $load() -> Result<$what, $crate::page::load::Missing> {
            Ok({ $($body)* })
        }

        // The tests' module is not cut.
        #[cfg(test)]
        async fn $load() -> Result<$what, $crate::page::load::Missing> {
            Ok({ $($body)* })
        }
    };
}
pub(crate) use split_point;

/// The file could not be loaded.
#[derive(Clone, Copy, PartialEq)]
pub struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// What has come; nothing yet at the start.
pub type Arrival<T> = Option<Result<T, Missing>>;

/// A load under way.
pub type Loading<T> = Pin<Box<dyn Future<Output = Result<T, Missing>>>>;

/// Loads a part once the page stands. Returns what has come, and what asks again.
#[hook]
pub fn use_loaded<T: Copy + PartialEq + 'static>(
    load: fn() -> Loading<T>,
) -> (Arrival<T>, Callback<()>) {
    let (arrival, on_arrival) = use_value(|| None);
    let is_loading = use_mut_ref(|| false);
    let ask = Callback::from(move |()| {
        if is_loading.replace(true) {
            return;
        }
        let (on_arrival, is_loading) = (on_arrival.clone(), is_loading.clone());
        spawn_local(async move {
            let came = load().await;
            is_loading.replace(false);
            on_arrival.emit(Some(came));
        });
    });
    {
        // Effects come after the first picture.
        let ask = ask.clone();
        use_effect_with((), move |()| ask.emit(()));
    }
    (arrival, ask)
}
