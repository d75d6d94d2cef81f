//! The memory side: what a producer wrote, how it was written, and what is really there.

mod conflicts;
mod costs;
mod dump;
mod field;
mod head;
mod lanes;
mod lanes_matrix;
mod lanes_tabs;
mod pair;
mod registers;
mod three_wires;
mod tma;
mod tma_boxes;
mod tma_form;

use swizzle_view::Route;
use yew::prelude::*;

use crate::browser::{self, late_style};
use crate::element::{Attr, el};
use crate::page::embedded::bar_or_way;
use crate::page::framed_style::add_style;
use crate::page::load::{Loading, split_point};
use crate::page::memory_parts::{DUMP, LANES, TMA};
use crate::page::{DrawPage, Look, Tab};
use crate::view::WIRES_STYLE;

split_point! {
    memory: fn load() -> DrawPage {
        memory
    }
}

/// Loads the memory side.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

fn memory(address: &str, look: Look, on_look: Callback<Look>) -> Html {
    add_style(style!("memory.css"));
    late_style::add(WIRES_STYLE);
    let name = match Route::of(address) {
        Route::Memory(Some(name)) => name,
        _ => "dump",
    };
    let asked = Route::Memory(Some(name));
    let known = [&DUMP, &TMA, &LANES];
    let known = known.into_iter().find(|part| part.route == asked);
    let title = known.map_or(DUMP.tab, |part| part.tab);
    browser::set_title(&format!("{title} – Swizzle Atlas"));
    let unknown = known.is_none().then(|| {
        let short: String = name.chars().take(40).collect();
        let words = format!("There is no part “{short}” of this page.");
        el("p")
            .class("notices fault")
            .attr(Attr::Role, "alert")
            .child(words)
    });
    let body = match name {
        "tma" => html! { <tma::Tma {look} /> },
        "lanes" => html! { <lanes::LanesPart {look} /> },
        _ => html! { <dump::DumpPart {look} /> },
    };
    el("div")
        .class("app")
        .child(bar_or_way(Tab::Memory, look, on_look))
        .child(unknown)
        .child(body)
        .into()
}
