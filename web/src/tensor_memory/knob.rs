//! A control of a lesson's figure, by its key in links.

use swizzle_learn::{Figure, set_in_tensor_memory, value_in_tensor_memory};
use swizzle_tmem::tensor_memory::COLUMNS;
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::page::field::{NumberField, One, list};

/// Label of a control.
pub(super) fn label(key: &'static str) -> &'static str {
    match key {
        "m" => "M",
        "n" => "N",
        "k" => "K",
        "kind" => "Kind",
        "cta_group" => "CTAs",
        "shape" => "Shape",
        "reading" => "Reading",
        "column_0" => "First column of D",
        "column_1" => "First column of D 2",
        other => other,
    }
}

/// The control: a list where the lesson names what it offers, else a number.
pub(super) fn knob(
    key: &'static str,
    figure: &'static Figure,
    link: &str,
    on_link: &Callback<String>,
) -> Element {
    let now = value_in_tensor_memory(link, key).unwrap_or_default();
    let set = |value: &str| set_in_tensor_memory(link, key, value);
    if let Some(offered) = figure.choices_of(key) {
        let one = |value: &&'static str| {
            let next = set(value).unwrap_or_else(|| link.to_owned());
            One::new(*value, **value == *now, next)
        };
        let all = offered.iter().map(one).collect();
        return list(label(key), all, on_link).class("learn-knob");
    }
    let (step, most) = match key {
        "n" => (8, 256),
        "k" => (16, 1024),
        _ => (4, COLUMNS - 1),
    };
    let on_value = {
        let (link, on_link) = (link.to_owned(), on_link.clone());
        Callback::from(move |value: Option<u32>| {
            let value = value.unwrap_or(0).to_string();
            if let Some(next) = set_in_tensor_memory(&link, key, &value) {
                on_link.emit(next);
            }
        })
    };
    let value = now.parse::<u32>().unwrap_or(0);
    el("span").class("learn-knob").child(html! {
        <NumberField label={label(key)} {value} {step} {most} {on_value} />
    })
}

/// The same with its name before it, for under a figure.
pub(super) fn named_knob(
    key: &'static str,
    figure: &'static Figure,
    link: &str,
    on_link: &Callback<String>,
) -> Element {
    el("span")
        .class("learn-control")
        .child(el("span").attr(Attr::AriaHidden, "true").child(label(key)))
        .child(knob(key, figure, link, on_link))
}
