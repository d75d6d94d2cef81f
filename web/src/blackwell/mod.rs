//! Blackwell: scale factors, tensor memory and registers as stations on one wire, under the plan of its 512 columns. Three links
//! open it, each on a trip of its own.
//!
//! `link → Desk → Facts → scenes → cells` and `Facts → rows → kit → Act → Desk`. The facts, and what can be changed, are those of
//! [`swizzle_view::blackwell`].

mod figure;
mod more;
mod page;
mod plan;
mod rows;
mod scenes;
mod state;
#[cfg(test)]
mod tests;
mod view;

use yew::prelude::*;

pub use figure::load_figure;

use crate::browser::late_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};

split_point! {
    tensor: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// The styles of the page.
const STYLE: &str = concat!(later_style!(), page_style!("blackwell.css"));

fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(STYLE);
    html! { <page::Blackwell {look} {on_look} /> }
}
