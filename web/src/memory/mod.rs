//! Registers of a fragment, under the address of an access.

mod field;
mod head;
mod lanes;
mod pair;
mod registers;

use yew::prelude::*;

use crate::browser;
use crate::element::el;
use crate::page::embedded::bar_or_way;
use crate::page::framed_style::add_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};

split_point! {
    memory: fn load() -> DrawPage {
        memory
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn memory(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    add_style(style!("memory.css"));
    browser::set_title("Registers – Swizzle Atlas");
    el("div")
        .class("app")
        .child(bar_or_way(look, on_look))
        .child(html! { <lanes::LanesPart {look} /> })
        .into()
}
