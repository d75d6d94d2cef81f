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
mod steps;

use yew::prelude::*;

use crate::browser::{self, late_style};
use crate::element::el;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, Tab, box_elsewhere, other_bar};

split_point! {
    tensor: fn load() -> DrawPage {
        scale
    }
}

pub(crate) use figure::ScaleFigure;

pub(crate) const STYLE: &str = concat!(
    include_str!("../../styles/later/parts.css"),
    include_str!("../../styles/later/framed.css"),
    include_str!("../../styles/later/number.css"),
    include_str!("../../styles/later/verdict-line.css"),
    include_str!("../../styles/later/scale.css"),
);

/// Loads the page of scale factors.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn scale(_address: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(STYLE);
    browser::set_title("Scale factors – Swizzle Atlas");
    el("div")
        .class("app")
        .child(other_bar(Tab::Memory, look, on_look, box_elsewhere()))
        .child(html! { <page::ScalePage {look} /> })
        .into()
}
