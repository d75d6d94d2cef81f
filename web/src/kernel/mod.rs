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

use crate::element::el;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, Tab, box_elsewhere, other_bar};

split_point! {
    kernel: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    el("div")
        .class("check")
        .child(other_bar(Tab::Kernel, look, on_look, box_elsewhere()))
        .child(html! { <page::Kernel {look} /> })
        .into()
}
