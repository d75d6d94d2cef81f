//! Why: what a swizzle is for. Three scenes in one scroll (threads that go down a column, TMA, the tensor core), everything that
//! was measured, and an access of one's own on three layouts.
//!
//! `link → Desk → facts → scenes → cells` and `facts → rows → kit → Act → Desk`: [`facts`] and [`tried`] alone call the crates.

mod access;
mod costs;
mod facts;
mod page;
mod scenes;
mod state;
mod table;
mod threads;
mod tried;

use yew::prelude::*;

pub use facts::Threads;
pub use threads::{ThreadsPicture, modes};

use crate::browser::late_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};

split_point! {
    why: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// The styles of the page.
pub const STYLE: &str = concat!(later_style!(), page_style!("why.css"));

fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(STYLE);
    html! { <page::Why {look} {on_look} /> }
}
