//! A dialog over the page: the browser's own, which keeps the focus inside, closes with Escape and gives the focus back.

use gloo_events::EventListener;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::button::{Button, button};
use crate::element::{Attr, Element, el};

/// A dialog with a heading and a button that closes it; the node is that of [`use_modal`].
pub fn dialog(node: &NodeRef, title: &'static str, content: Element) -> Html {
    let on_close = Callback::from({
        let node = node.clone();
        move |_: MouseEvent| close(&node)
    });
    let on_backdrop = Callback::from({
        let node = node.clone();
        move |event: MouseEvent| {
            // Everything in the dialog is on its one child; the rest is the backdrop.
            let target = event.target();
            if target.is_some_and(|target| target.has_type::<HtmlDialogElement>()) {
                close(&node);
            }
        }
    });
    let closer = button(Button {
        words: "Close",
        on_click: on_close,
        ..Button::default()
    });
    let head = el("header")
        .class("dialog-head")
        .child(el("h2").attr(Attr::Id, "dialog-title").child(title))
        .child(closer);
    el("dialog")
        .node_ref(node)
        .class("dialog")
        .attr(Attr::AriaModal, "true")
        .attr(Attr::AriaLabelledby, "dialog-title")
        .on_click(on_backdrop)
        .child(el("div").class("dialog-page").child(head).child(content))
        .into()
}

/// Opens a dialog over the page, and says with nothing when it has closed. Another callback opens it anew: it has to be the same each time.
#[hook]
pub fn use_modal<T: 'static>(node: &NodeRef, on_close: &Callback<Option<T>>) {
    let node = node.clone();
    use_effect_with(on_close.clone(), move |on_close| {
        let on_close = on_close.clone();
        let dialog = node.cast::<HtmlDialogElement>();
        let listener = dialog.map(|dialog| {
            if !dialog.open() {
                // Refused only to a dialog outside of the document.
                let _ = dialog.show_modal();
            }
            EventListener::new(&dialog, "close", move |_| on_close.emit(None))
        });
        move || {
            drop(listener);
            close(&node);
        }
    });
}

/// Closes a dialog.
pub fn close(node: &NodeRef) {
    if let Some(dialog) = node.cast::<HtmlDialogElement>() {
        dialog.close();
    }
}
