//! The memory side: what a producer wrote, how it was written, and what is really there.

mod costs;
mod dump;
mod dump_answer;
mod dump_map;
mod dump_read;
mod dump_steps;
mod field;
mod file;
mod given;
mod held;
mod lanes;
mod registers;
mod served;
mod spots;
mod text_grid;
mod tma;
mod tma_boxes;

use swizzle_core::Route;
use yew::prelude::*;

use crate::browser::{self, late_style};
use crate::element::{Attr, Element, el, fragment};
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, Tab, box_elsewhere, other_bar};

split_point! {
    memory: fn load() -> DrawPage {
        memory
    }
}

/// Loads the memory side.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// A part of the page: its name in the address, its title, and what it answers.
const PARTS: [(&str, &str, &str); 3] = [
    ("dump", "Dump", "What layout is this?"),
    (
        "tma",
        "TMA",
        "Does the box write what the descriptor reads?",
    ),
    (
        "lanes",
        "Lanes",
        "Which lane goes where, and does it conflict?",
    ),
];

fn memory(address: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(concat!(
        include_str!("../../styles/later/memory.css"),
        include_str!("../../styles/later/verdict-line.css"),
    ));
    let name = match Route::of(address) {
        Route::Memory(Some(name)) => name,
        _ => "dump",
    };
    let known = PARTS.iter().find(|(part, ..)| *part == name);
    let (part, title, _) = known.copied().unwrap_or(PARTS[0]);
    browser::set_title(&format!("{title} – Swizzle Atlas"));
    let unknown = known.is_none().then(|| {
        let short: String = name.chars().take(40).collect();
        el("p")
            .class("fault")
            .attr(Attr::Role, "alert")
            .child(format!("There is no part “{short}” of this page."))
    });
    let body = match part {
        "tma" => html! { <tma::Tma /> },
        "lanes" => html! { <lanes::LanesPart /> },
        _ => html! { <dump::DumpPart /> },
    };
    let main = el("main").class("memory-page").child(unknown).child(body);
    fragment()
        .child(other_bar(Tab::Memory, look, on_look, box_elsewhere()))
        .child(main)
        .into()
}

/// The title's row of a part: its question, the verdict on what is asked there, and the parts.
fn head(part: &str, verdict: Element) -> Element {
    let own = PARTS.iter().find(|(name, ..)| *name == part);
    let (.., question) = own.unwrap_or(&PARTS[0]);
    el("header")
        .class("heading memory-head")
        .child(el("h1").child(*question))
        .child(verdict)
        .child(parts(part))
}

/// The link of a part: what it showed last, and of the open one the fresh page.
fn way(part: &str, open: &str) -> String {
    let fresh = Route::Memory(Some(part)).address();
    let last = browser::kept(&fresh).filter(|_| part != open);
    last.unwrap_or(fresh)
}

/// The parts, as links.
fn parts(open: &str) -> Element {
    let link = |(part, title, question): &(&'static str, &'static str, &'static str)| {
        el("a")
            .class("memory-part")
            .attr(Attr::Href, way(part, open))
            .attr(Attr::Title, *question)
            .attr(Attr::AriaCurrent, (*part == open).then_some("page"))
            .child(*title)
    };
    el("nav")
        .class("memory-parts")
        .attr(Attr::AriaLabel, "Parts")
        .children(PARTS.iter().map(link))
}
