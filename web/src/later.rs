//! What is loaded after the page has started. `cargo xtask build` cuts all that only [`load`] reaches into a file of
//! its own, which costs the start nothing.

use swizzle_core::{LinkState, PasteChoice, PasteError, Pasted, state_from_paste};
use wasm_split_helpers::SplitLoaderError;
#[cfg(not(test))]
use wasm_split_helpers::wasm_split;
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::descriptor::descriptor;
use crate::gallery::{Gallery, GalleryProps};
use crate::hooks::use_value;
use crate::still::Draw;

/// What is loaded later. Whatever is called by its own name instead of through this is part of the start.
pub struct Later {
    /// Reads the text of the box.
    pub read: fn(&str, &PasteChoice, &LinkState) -> Result<Pasted, PasteError>,
    /// The gallery of figures.
    pub gallery: fn(GalleryProps) -> Html,
    /// What stands under the views.
    pub descriptor: Draw,
}

static LATER: Later = Later {
    read: state_from_paste,
    gallery: |props| html! { <Gallery ..props /> },
    descriptor,
};

impl PartialEq for Later {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The file could not be loaded.
#[derive(Clone, Copy, PartialEq)]
pub struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// What has come; nothing yet at the start.
pub type Arrival = Option<Result<&'static Later, Missing>>;

#[cfg(not(test))]
#[wasm_split(later, fallible)]
fn load() -> Result<&'static Later, Missing> {
    Ok(&LATER)
}

/// The tests' module is not cut.
#[cfg(test)]
async fn load() -> Result<&'static Later, Missing> {
    Ok(&LATER)
}

/// Loads what comes later, once the page stands. Returns what has come, and what asks again.
#[hook]
pub fn use_later() -> (Arrival, Callback<()>) {
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
