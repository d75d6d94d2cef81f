//! The journey of one byte: a page that scrolls from the matrix in global memory to a thread's register.

mod doors;
mod keys;
mod page;
mod road;
mod stage;
mod strip;
mod text;

use yew::prelude::*;

use crate::browser::{self, late_style};
use crate::element::el;
use crate::page::embedded::bar_or_way;
use crate::page::load::{Loading, split_point};
use crate::page::memory_menu;
use crate::page::{DrawPage, Look, Tab};

split_point! {
    journey: fn load() -> DrawPage {
        journey
    }
}

/// Loads the page of the journey.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn journey(_address: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(concat!(
        style!("parts.css"),
        style!("copied.css"),
        style!("framed.css"),
        style!("verdict-line.css"),
        style!("journey.css"),
    ));
    memory_menu::keep();
    browser::set_title("The journey of one byte – Swizzle Atlas");
    el("div")
        .class("app")
        .child(bar_or_way(Tab::Learn, look, on_look))
        .child(html! { <page::JourneyPage {look} /> })
        .into()
}
