//! The kernel lens: a kernel's PTX, every tensor-core operand of it drawn and judged.

mod checked;
mod excerpt;
mod findings;
mod held;
mod keys;
mod map;
mod operand;
mod page;
mod pasted;
mod reading;
mod score;
mod start;
mod steps;
mod tools;
mod why;

use yew::prelude::*;

use crate::browser;
use crate::element::el;
use crate::page::framed_style::add_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, Tab, box_elsewhere, other_bar};

split_point! {
    kernel: fn load() -> DrawPage {
        kernel
    }
}

/// Loads the kernel lens.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn kernel(_address: &str, look: Look, on_look: Callback<Look>) -> Html {
    add_style(style!("kernel.css"));
    browser::set_title("Kernel – Swizzle Atlas");
    el("div")
        .class("app")
        .child(other_bar(Tab::Kernel, look, on_look, box_elsewhere()))
        .child(html! { <page::Kernel {look} /> })
        .into()
}
