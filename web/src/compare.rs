//! Two layouts side by side: what differs, and both drawn with one cursor.

mod address;
mod both;
mod controls;
mod pair;
mod side;
mod summary;
mod tools;

use yew::prelude::*;

use crate::bar::bar;
use crate::browser;
use crate::element::fragment;
use crate::late_style;
use crate::site::Look;
use pair::Pair;

/// The page of two layouts; it reads its address itself.
pub fn compare(look: Look, on_look: Callback<Look>) -> Html {
    late_style::add(include_str!("../styles/later/compare.css"));
    browser::set_title("Side by side – Swizzle Atlas");
    fragment()
        .child(bar("two layouts side by side", look, on_look.clone()))
        .child(html! { <Pair {look} {on_look} /> })
        .into()
}
