//! Two layouts side by side: what differs, and both drawn with one cursor.

mod address;
mod ask;
mod beside;
mod both;
mod cell;
mod chips;
mod controls;
mod dock;
mod facts;
mod half;
mod pair;
mod tools;

use yew::prelude::*;

use crate::browser;
use crate::element::fragment;
use crate::page::framed_style::add_style;
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};
use pair::Pair;

// In one file with the embedded figure, which is as small.
split_point! {
    pages: fn load() -> DrawPage {
        compare
    }
}

/// Loads the page of two layouts.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// The page of two layouts; it reads its address itself.
fn compare(_: &str, look: Look, on_look: Callback<Look>) -> Html {
    add_style(concat!(style!("compare.css"), style!("reading.css"),));
    browser::set_title("Compare – Swizzle Atlas");
    fragment().child(html! { <Pair {look} {on_look} /> }).into()
}
