//! Parts of Compare that load after its first picture.

use yew::prelude::*;

use super::inspector::{Inspector, InspectorProps};
use super::walk::{Walk, WalkProps};
use crate::browser::{late_style, painted, scroll};
use crate::page::framed::PRINT;
use crate::page::load::{Arrival, Loading, split_point, use_loaded};

/// The style of what is loaded later.
const STYLE: &str = concat!(
    style!("parts.css"),
    style!("descriptor.css"),
    style!("compare-dock.css"),
    style!("copied.css"),
    style!("findings.css"),
    style!("inspector.css"),
    style!("loom.css"),
    style!("panel.css"),
    style!("reading.css"),
    style!("sheets.css"),
    style!("walk.css"),
);

/// Parts that load later. Code that is called by its own name instead of through this is part of the page.
pub struct Later {
    /// The steps along K.
    pub walk: fn(WalkProps) -> Html,
    /// The trace of a cell.
    pub inspector: fn(InspectorProps) -> Html,
}

static LATER: Later = Later {
    walk: |props| html! { <Walk ..props /> },
    inspector: |props| html! { <Inspector ..props /> },
};

impl PartialEq for Later {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

split_point! {
    later: fn load() -> &'static Later {
        late_style::add(STYLE);
        late_style::add(PRINT);
        scroll::keep();
        &LATER
    }
}

/// Loads it once the first picture is seen. Returns what has come, and what asks again.
#[hook]
pub fn use_later() -> (Arrival<&'static Later>, Callback<()>) {
    use_loaded(|| -> Loading<_> {
        Box::pin(async {
            painted().await;
            load().await
        })
    })
}
