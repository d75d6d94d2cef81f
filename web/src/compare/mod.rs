//! Compare: two layouts in the frame of Check. The squares are what A and what B reads, their bits are one under the other.
//!
//! `link → Pair → Both → scenes → cells`; each side is a [`Desk`](crate::check::state::Desk) of Check, and what changes one of
//! them is an act of Check.

mod address;
mod ask;
mod both;
mod foot;
mod page;
mod state;
#[cfg(test)]
mod tests;

use yew::prelude::*;

use crate::browser::{self, late_style};
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};

// In one file with the embedded figure, which is as small.
split_point! {
    pages: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page of two layouts.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// It reads its address itself.
fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(concat!(later_style!(), page_style!("compare.css")));
    browser::set_title("Compare – Swizzle Atlas");
    html! { <page::Compare {look} {on_look} /> }
}
