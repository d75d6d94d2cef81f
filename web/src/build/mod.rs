//! Code that runs, from a layout: the mode, the instruction, every read, the source; and the supported combinations.

mod choice;
mod code;
mod codes;
mod idesc;
mod instruction;
mod page;
mod pair;
mod pair_grids;
mod panel;
mod picture;
mod reads;
mod support;

use yew::prelude::*;

use crate::browser;
use crate::page::framed_style::add_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};
use page::BuildPage;
use support::SupportPage;

const STYLE: &str = concat!(style!("panel.css"), style!("build.css"),);

split_point! {
    build: fn load() -> DrawPage {
        build
    }
}

split_point! {
    build: fn load_matrix() -> DrawPage {
        support
    }
}

/// Loads the builder.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// Loads the support matrix.
pub fn load_support() -> Loading<DrawPage> {
    Box::pin(load_matrix())
}

/// The page of what is built from a layout; it reads its address itself.
fn build(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    add_style(STYLE);
    browser::set_title("Build – Swizzle Atlas");
    html! { <BuildPage {look} {on_look} /> }
}

fn support(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    add_style(style!("support.css"));
    browser::set_title("Supported combinations – Swizzle Atlas");
    html! { <SupportPage {look} {on_look} /> }
}
