//! Tensor memory: a kernel's regions, what a cell holds, and the registers of the `tcgen05.ld` that reads it.

mod cells;
mod copied;
mod details;
mod drag;
mod figure;
mod find;
mod judged;
mod keys;
mod knob;
mod map;
mod page;
mod panel;
mod place;
mod regions;
mod told;

use yew::prelude::*;

use crate::browser;
use crate::page::embedded::bar_or_way;
use crate::page::figure_part::FigurePart;
use crate::page::framed_style::add_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, Tab};
use crate::scale;
use figure::TensorFigure;
use page::TensorMemory;
use swizzle_learn::{TENSOR_MEMORY, is_of_scale};

const STYLE: &str = concat!(style!("number.css"), style!("tensor-memory.css"),);

split_point! {
    tensor: fn load() -> DrawPage {
        draw
    }
}

/// Loads the page.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

split_point! {
    tensor: fn load_part() -> FigurePart {
        FigurePart {
            draw: |props| {
                add_style(STYLE);
                if is_of_scale(&props.link) {
                    add_style(scale::STYLE);
                    return html! { <scale::ScaleFigure ..props /> };
                }
                html! { <TensorFigure ..props /> }
            },
            subject: &TENSOR_MEMORY,
            knob: |key, is_named, figure, link, on_link| match is_named {
                true => knob::named_knob(key, figure, link, on_link),
                false => knob::knob(key, figure, link, on_link),
            },
            told: told::told,
            is_changed: told::is_changed,
            door: |link| match is_of_scale(link) {
                true => "Open in scale factors",
                false => "Open in tensor memory",
            },
        }
    }
}

/// Loads what draws figures of tensor memory in lessons, and answers the questions about them.
pub fn load_figure() -> Loading<FigurePart> {
    Box::pin(load_part())
}

fn draw(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    add_style(STYLE);
    browser::set_title("Tensor memory – Swizzle Atlas");
    crate::element::el("div")
        .class("app")
        .child(bar_or_way(Tab::Memory, look, on_look))
        .child(html! { <TensorMemory {look} /> })
        .into()
}
