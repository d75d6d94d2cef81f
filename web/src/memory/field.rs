//! Fields of these forms: a text, a list of names, what they set, and the sections of results.

use swizzle_core::Named;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// Makes the callbacks of a form's fields: each changes one value of what was typed.
pub(super) fn setter<T: Clone + 'static>(
    typed: &T,
    on_typed: &Callback<T>,
) -> impl Fn(fn(&mut T, String)) -> Callback<String> + use<T> {
    let (typed, on_typed) = (typed.clone(), on_typed.clone());
    move |change| {
        let typed = typed.clone();
        on_typed.reform(move |text: String| {
            let mut typed = typed.clone();
            change(&mut typed, text);
            typed
        })
    }
}

/// Sets a choice by its name, as a list gives it.
pub(super) fn choose<T: Named>(choice: &mut T, name: &str) {
    if let Ok(chosen) = T::from_name(name) {
        *choice = chosen;
    }
}

/// A field for a text, with its error below it.
pub(super) fn text(
    label: &'static str,
    value: &str,
    placeholder: &'static str,
    fault: Option<&str>,
    on_text: Callback<String>,
) -> Element {
    text_with_list(label, None, value, placeholder, fault, on_text)
}

fn text_with_list(
    label: &'static str,
    list: Option<&'static str>,
    value: &str,
    placeholder: &'static str,
    fault: Option<&str>,
    on_text: Callback<String>,
) -> Element {
    let on_input = on_text.reform(|event: InputEvent| {
        let field = event.target_unchecked_into::<HtmlInputElement>();
        field.value()
    });
    let input = el("input")
        .attr(Attr::Type, "text")
        .attr(Attr::Autocomplete, "off")
        .attr(Attr::Spellcheck, "false")
        .attr(Attr::Placeholder, placeholder)
        .attr(Attr::List, list)
        .attr(Attr::AriaInvalid, fault.map(|_| "true"))
        .value(value.to_owned())
        .on_input(on_input);
    let fault = fault.map(|fault| {
        el("span")
            .class("fault")
            .attr(Attr::Role, "alert")
            .child(fault.to_owned())
    });
    el("label")
        .class("memory-field")
        .child(el("span").child(label))
        .child(input)
        .child(fault)
}

/// A field for one of some names, or another way to write one; below it is what the text was read as.
pub(super) fn named_text(
    label: &'static str,
    id: &'static str,
    value: &str,
    names: Vec<(String, String)>,
    read: Option<&str>,
    fault: Option<&str>,
    on_text: Callback<String>,
) -> Element {
    let options = names.into_iter().map(|(name, words)| {
        let words = (words != name).then_some(words);
        el("option").attr(Attr::Value, name).child(words)
    });
    let usual = read.filter(|read| fault.is_none() && !read.eq_ignore_ascii_case(value.trim()));
    let field = text_with_list(label, Some(id), value, "", fault, on_text);
    field
        .child(usual.map(|read| el("span").class("hint").child(read.to_owned())))
        .child(el("datalist").attr(Attr::Id, id).children(options))
}

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

/// All names of a type.
pub(super) fn names<T: Named>(words: impl Fn(T) -> String) -> Vec<(String, String)> {
    let name = |one: &T| (one.name().to_owned(), words(*one));
    T::ALL.iter().map(name).collect()
}

/// A part of the answer, with its heading.
pub(super) fn section(title: &'static str) -> Element {
    el("section")
        .class("memory-section")
        .child(el("h2").child(title))
}
