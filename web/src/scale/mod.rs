//! Scale factors: one of them followed from memory to the instruction that uses it.

mod block_map;
mod copies;
mod crossing;
mod figure;
mod lead;
mod page;
mod panel;
mod pictures;
mod readings;
mod required;
mod steps;

use yew::prelude::*;

use crate::browser;
use crate::element::el;
use crate::page::embedded::bar_or_way;
use crate::page::framed_style::add_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, Tab};

split_point! {
    tensor: fn load() -> DrawPage {
        scale
    }
}

pub(crate) use figure::ScaleFigure;

pub(crate) const STYLE: &str = concat!(style!("number.css"), style!("scale.css"),);

/// Loads the page of scale factors.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn scale(_address: &str, look: Look, on_look: Callback<Look>) -> Html {
    add_style(STYLE);
    browser::set_title("Scale factors – Swizzle Atlas");
    el("div")
        .class("app")
        .child(bar_or_way(Tab::Memory, look, on_look))
        .child(html! { <page::ScalePage {look} /> })
        .into()
}
