//! What is loaded after the page has started. `cargo xtask build` cuts all that only a marked function reaches into a
//! file of its own, which costs the start nothing.

use std::future::Future;
use std::pin::Pin;

use swizzle_core::{LinkState, PasteChoice, PasteError, Pasted, state_from_paste};
use wasm_split_helpers::SplitLoaderError;
#[cfg(not(test))]
use wasm_split_helpers::wasm_split;
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::compare::compare;
use crate::descriptor::descriptor;
use crate::embed::embed;
use crate::gallery::{Gallery, GalleryProps};
use crate::hooks::use_value;
use crate::late_style;
use crate::layout_text::layout_text;
use crate::learn::learn;
use crate::meant::meant;
use crate::share::{ShareProps, Sharing, share};
use crate::site::{Look, Page};
use crate::still::Draw;
use crate::walk::{Walk, WalkProps};

/// The style of what is loaded later.
const STYLE: &str = concat!(
    include_str!("../styles/later/descriptor.css"),
    include_str!("../styles/later/dialog.css"),
    include_str!("../styles/later/gallery.css"),
    include_str!("../styles/later/layout-text.css"),
    include_str!("../styles/later/meant.css"),
    include_str!("../styles/later/print.css"),
    include_str!("../styles/later/walk.css"),
);

/// What is loaded later. Whatever is called by its own name instead of through this is part of the start.
pub struct Later {
    /// Reads the text of the box.
    pub read: fn(&str, &PasteChoice, &LinkState) -> Result<Pasted, PasteError>,
    /// The gallery of figures.
    pub gallery: fn(GalleryProps) -> Html,
    /// What leaves the page.
    pub share: fn(ShareProps) -> Html,
    /// The steps along K.
    pub walk: fn(WalkProps) -> Html,
    /// What stands under the views.
    pub descriptor: Draw,
    /// The read against what was meant.
    pub meant: Draw,
    /// The layout in words.
    pub layout_text: Draw,
}

static LATER: Later = Later {
    read: state_from_paste,
    gallery: |props| html! { <Gallery ..props /> },
    share: |props| html! { <Sharing ..props /> },
    walk: |props| html! { <Walk ..props /> },
    descriptor,
    meant,
    layout_text,
};

impl PartialEq for Later {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Draws a page that is loaded when its address is opened.
pub type OtherPage = fn(&Page, Look, Callback<Look>) -> Html;

fn lessons(page: &Page, look: Look, on_look: Callback<Look>) -> Html {
    match page {
        Page::Lessons(address) => learn(address, look, on_look),
        Page::Compare | Page::Embed => Html::default(),
    }
}

/// Two pages in one file: each file more also splits what they share with others into more pieces.
fn compare_or_embed(page: &Page, look: Look, on_look: Callback<Look>) -> Html {
    match page {
        Page::Compare => compare(look, on_look),
        Page::Embed => embed(look),
        Page::Lessons(_) => Html::default(),
    }
}

/// What leaves the page.
pub type SharePage = fn(ShareProps) -> Html;

/// The file could not be loaded.
#[derive(Clone, Copy, PartialEq)]
pub struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// What has come; nothing yet at the start.
pub type Arrival<T = &'static Later> = Option<Result<T, Missing>>;

#[cfg(not(test))]
mod load {
    use super::{
        LATER, Later, Missing, OtherPage, STYLE, SharePage, compare_or_embed, late_style, share,
        wasm_split,
    };

    #[wasm_split(later, fallible)]
    pub(super) fn later() -> Result<&'static Later, Missing> {
        late_style::add(STYLE);
        Ok(&LATER)
    }

    #[wasm_split(learn, fallible)]
    pub(super) fn lessons() -> Result<OtherPage, Missing> {
        Ok(super::lessons as OtherPage)
    }

    #[wasm_split(pages, fallible)]
    pub(super) fn pages() -> Result<OtherPage, Missing> {
        Ok(compare_or_embed as OtherPage)
    }

    #[wasm_split(share, fallible)]
    pub(super) fn share_page() -> Result<SharePage, Missing> {
        Ok(share as SharePage)
    }
}

/// The tests' module is not cut.
#[cfg(test)]
mod load {
    use super::{
        LATER, Later, Missing, OtherPage, STYLE, SharePage, compare_or_embed, late_style, share,
    };

    pub(super) async fn later() -> Result<&'static Later, Missing> {
        late_style::add(STYLE);
        Ok(&LATER)
    }

    pub(super) async fn lessons() -> Result<OtherPage, Missing> {
        Ok(super::lessons as OtherPage)
    }

    pub(super) async fn pages() -> Result<OtherPage, Missing> {
        Ok(compare_or_embed as OtherPage)
    }

    pub(super) async fn share_page() -> Result<SharePage, Missing> {
        Ok(share as SharePage)
    }
}

/// Loads what the atlas needs later, once it stands. Returns what has come, and what asks again.
#[hook]
pub fn use_later() -> (Arrival, Callback<()>) {
    use_loaded(|| Box::pin(load::later()))
}

/// Loads a page.
#[hook]
pub fn use_page(page: &Page) -> (Arrival<OtherPage>, Callback<()>) {
    use_loaded(match page {
        Page::Lessons(_) => || Box::pin(load::lessons()),
        Page::Compare | Page::Embed => || Box::pin(load::pages()),
    })
}

/// Loads what leaves the page.
#[hook]
pub fn use_share() -> (Arrival<SharePage>, Callback<()>) {
    use_loaded(|| Box::pin(load::share_page()))
}

/// A load under way.
type Loading<T> = Pin<Box<dyn Future<Output = Result<T, Missing>>>>;

#[hook]
fn use_loaded<T: Copy + PartialEq + 'static>(
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
