//! Build: a tile, and what a kernel needs of it. Title and sentence, the ten layouts to choose from, every read, the code; and
//! over them the table of all supported combinations.
//!
//! `link → Desk → Facts → parts` and `Facts → rows → kit → Act → Desk`: [`facts`] alone asks what follows from a tile.

mod code;
mod combinations;
mod facts;
mod idesc;
mod page;
mod pair;
mod picker;
mod reads;
mod state;
mod table;
#[cfg(test)]
mod tests;

pub use picker::picture;
use yew::prelude::*;

use crate::browser::late_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};

const STYLE: &str = concat!(later_style!(), page_style!("build.css"));

split_point! {
    build: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// It reads its address itself.
fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(STYLE);
    html! { <page::Build {look} {on_look} /> }
}
