//! A list of names, and the sections of results.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// One of some names, with the words that are shown for each.
pub(super) fn list(
    label: &'static str,
    options: Vec<(String, String)>,
    chosen: &str,
    on_name: Callback<String>,
) -> Element {
    let on_change = on_name.reform(|event: Event| {
        let list = event.target_unchecked_into::<HtmlSelectElement>();
        list.value()
    });
    let option = |(name, words): (String, String)| {
        let is_chosen = name == chosen;
        el("option")
            .attr(Attr::Value, name)
            .attr(Attr::Selected, is_chosen)
            .child(words)
    };
    el("label")
        .class("memory-field")
        .child(el("span").child(label))
        .child(
            el("select")
                .on_change(on_change)
                .children(options.into_iter().map(option)),
        )
}

/// A part of the answer, with its heading.
pub(super) fn section(title: &'static str) -> Element {
    el("section")
        .class("memory-section")
        .child(el("h2").child(title))
}
