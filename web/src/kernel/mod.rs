//! A kernel: the verdict on all operands of its tensor-core instructions is the title, the edit that mends it is across the top,
//! and the operand in view is two squares, with shared memory as a ruler.
//!
//! `link → Reading → Place → Facts of its tile → Read → scenes → cells`; all that happens is an [`Act`](state::Act).

mod at;
mod chain;
mod fix;
mod held;
mod narrow;
mod page;
mod pasted;
mod reading;
mod scenes;
mod score;
mod squares;
mod start;
mod state;
mod told;

use yew::prelude::*;

use crate::browser::late_style;
use crate::element::el;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, other_bar};

split_point! {
    kernel: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// The styles of the page.
const STYLE: &str = concat!(
    later_style!(),
    page_style!("ruler.css"),
    page_style!("kernel.css")
);

fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(STYLE);
    el("div")
        .class("check")
        .child(other_bar(look, on_look))
        .child(html! { <page::Kernel {look} /> })
        .into()
}
