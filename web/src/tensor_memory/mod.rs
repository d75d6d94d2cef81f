//! Tensor memory: a kernel's regions, what a cell holds, and the registers of the `tcgen05.ld` that reads it.

mod cells;
mod details;
mod find;
mod keys;
mod map;
mod page;
mod panel;
mod regions;

use yew::prelude::*;

use crate::browser::{self, late_style};
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, Tab, box_elsewhere, other_bar};
use page::TensorMemory;

const STYLE: &str = concat!(
    include_str!("../../styles/later/framed.css"),
    include_str!("../../styles/later/number.css"),
    include_str!("../../styles/later/verdict-line.css"),
    include_str!("../../styles/later/tensor-memory.css"),
);

split_point! {
    tensor: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(STYLE);
    browser::set_title("Tensor memory – Swizzle Atlas");
    crate::element::el("div")
        .class("app")
        .child(other_bar(Tab::Memory, look, on_look, box_elsewhere()))
        .child(html! { <TensorMemory {look} /> })
        .into()
}
