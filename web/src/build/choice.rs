//! A choice of the builder's own among named things, as the panel has them.

use swizzle_core::Named;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// One of a few, by its name.
pub(super) fn list<T: Named + PartialEq + 'static>(
    label: &'static str,
    options: &[T],
    chosen: T,
    on_choose: Callback<T>,
) -> Element {
    list_of(label, options, chosen, T::name, on_choose)
}

/// The same in other words than their names.
pub(super) fn list_of<T: Named + PartialEq + 'static>(
    label: &'static str,
    options: &[T],
    chosen: T,
    words: fn(T) -> &'static str,
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
            .attr(Attr::Value, option.name())
            .attr(Attr::Selected, *option == chosen)
            .child(words(*option))
    };
    let list = el("select")
        .on_change(on_change)
        .children(options.iter().map(option));
    el("div").class("control").child(
        el("label")
            .class("control-row")
            .child(el("span").child(label))
            .child(list),
    )
}
