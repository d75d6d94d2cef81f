//! An element that is looked for by its name.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::hooks::use_value;

/// Properties of [`Find`].
#[derive(Properties, PartialEq)]
pub(super) struct FindProps {
    /// Takes a text; what is wrong with it comes back.
    pub(super) on_text: Callback<String, Option<String>>,
}

/// An element to look for.
#[component]
pub(super) fn Find(props: &FindProps) -> Html {
    let (fault, on_fault) = use_value(|| None::<String>);
    let on_text = props.on_text.clone();
    let on_input = Callback::from(move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        on_fault.emit(match text.trim() {
            "" => None,
            text => on_text.emit(text.to_owned()),
        });
    });
    el("label")
        .class("framed-row tensor-find")
        .child(el("span").child("Element"))
        .child(
            el("input")
                .attr(Attr::Type, "text")
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(Attr::Placeholder, "D(70, 33)")
                .attr(Attr::AriaInvalid, fault.as_ref().map(|_| "true"))
                .on_input(on_input),
        )
        .child(fault.map(|fault| {
            el("span")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(fault)
        }))
        .into()
}
