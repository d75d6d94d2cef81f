//! From a layout to code that runs: the mode, the instruction, every read, the source; and what goes with what.

mod choice;
mod code;
mod idesc;
mod instruction;
mod layout;
mod page;
mod reads;
mod support;
mod tile;

use yew::prelude::*;

use crate::browser::{self, late_style};
use crate::element::el;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look, Tab, box_elsewhere, other_bar};
use page::BuildPage;
use support::SupportPage;

const STYLE: &str = concat!(
    include_str!("../../styles/later/framed.css"),
    include_str!("../../styles/later/build.css"),
    include_str!("../../styles/later/field.css"),
    include_str!("../../styles/later/verdict-line.css"),
);

const SUPPORT_STYLE: &str = concat!(
    include_str!("../../styles/later/framed.css"),
    include_str!("../../styles/later/verdict-line.css"),
    include_str!("../../styles/later/support.css"),
);

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
    late_style::add(STYLE);
    browser::set_title("Build – Swizzle Atlas");
    el("div")
        .class("app")
        .child(other_bar(Tab::Build, look, on_look, box_elsewhere()))
        .child(html! { <BuildPage {look} /> })
        .into()
}

fn support(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(SUPPORT_STYLE);
    browser::set_title("Supported combinations – Swizzle Atlas");
    html! { <SupportPage {look} {on_look} /> }
}
