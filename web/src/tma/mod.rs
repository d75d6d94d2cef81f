//! A box of TMA: what the driver makes of its tensor map, where the box lands, and whether a descriptor reads that.
//!
//! `link → Facts → scenes → cells`; values of the link are rows of one table.

mod aside;
mod facts;
mod page;
mod scale;
mod scenes;
mod table;

use yew::prelude::*;

use crate::browser::late_style;
use crate::dump::STYLE;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};

split_point! {
    memory: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(STYLE);
    html! { <page::Tma {look} {on_look} /> }
}
