//! Lists and numbers of the builder: each shows what is built, and says what is chosen.

use swizzle_code::number_from_text;
use swizzle_core::Named;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::hooks::use_value;

/// One of a few, by its name.
pub(super) fn list<T: Named + PartialEq + 'static>(
    label: &'static str,
    options: &[T],
    chosen: T,
    on_choose: Callback<T>,
) -> Element {
    list_in_words(
        label,
        options,
        chosen,
        |option| option.name().into(),
        on_choose,
    )
}

/// One of a few, in words of one's own.
pub(super) fn list_in_words<T: Named + PartialEq + 'static>(
    label: &'static str,
    options: &[T],
    chosen: T,
    words: impl Fn(&T) -> String,
    on_choose: Callback<T>,
) -> Element {
    let all: Vec<T> = options.to_vec();
    let on_change = Callback::from(move |event: Event| {
        let list = event.target_unchecked_into::<HtmlSelectElement>();
        if let Some(one) = all.get(list.selected_index() as usize) {
            on_choose.emit(*one);
        }
    });
    let option = |option: &T| {
        el("option")
            .attr(Attr::Selected, *option == chosen)
            .child(words(option))
    };
    el("label").child(el("span").child(label)).child(
        el("select")
            .on_change(on_change)
            .children(options.iter().map(option)),
    )
}

/// Properties of [`Count`].
#[derive(Properties, PartialEq)]
pub(super) struct CountProps {
    /// What is counted.
    pub label: &'static str,
    /// How many there are.
    pub value: u32,
    /// The most that there can be.
    pub most: u32,
    /// Called with another number; says why it cannot be.
    pub on_typed: Callback<u32, Result<(), String>>,
}

/// A number that is typed. What cannot be one stays, with the reason beside it.
#[component]
pub(super) fn Count(props: &CountProps) -> Html {
    let (fault, on_fault) = use_value(|| None::<(String, String)>);
    let (on_typed, most) = (props.on_typed.clone(), props.most);
    let on_change = {
        let on_fault = on_fault.clone();
        Callback::from(move |event: Event| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let taken = number_from_text(&text).and_then(|value| match value {
                value if (1..=most).contains(&value) => on_typed.emit(value),
                _ => Err(format!("must be 1 to {most}")),
            });
            on_fault.emit(taken.err().map(|why| (text, why)));
        })
    };
    let text = match &fault {
        Some((text, _)) => text.clone(),
        None => props.value.to_string(),
    };
    let why = fault.map(|(_, why)| {
        el("span")
            .class("build-fault")
            .attr(Attr::Role, "alert")
            .child(why)
    });
    el("label")
        .child(el("span").child(props.label))
        .child(
            el("input")
                .attr(Attr::Type, "text")
                .attr(Attr::Inputmode, "numeric")
                .attr(Attr::AriaInvalid, why.as_ref().map(|_| "true"))
                .value(text)
                .on_change(on_change),
        )
        .child(why)
        .into()
}
