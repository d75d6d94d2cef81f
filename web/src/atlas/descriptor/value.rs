//! The 64 bits as a number: edited in hex, copied in every spelling, and what they would be on the other architecture.

use swizzle_core::{
    Arch, CodeForm, Descriptor, Named, NoSwizzleCode, bits_text, code_text, counterpart,
    descriptor_from_hex,
};
use yew::prelude::*;

use crate::control::{Button, CopyButton, TextField, button};
use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch, Edit};
use crate::view::Picture;

/// The value in hex, to be edited, and its spellings, to be copied.
pub(super) fn value(descriptor: Descriptor, dispatch: &Dispatch) -> Element {
    let arch = descriptor.arch();
    let read = Callback::from(move |text: String| {
        descriptor_from_hex(&text).map(|raw| Edit::Descriptor(Descriptor::new(arch, raw)))
    });
    let copy = |form: &CodeForm| {
        let (text, what) = (code_text(descriptor, *form), form.name());
        html! { <CopyButton {text} {what} shows_what=true /> }
    };
    el("div")
        .class("descriptor-value")
        .child(html! {
            <TextField label={"Descriptor in hex".to_owned()} value={descriptor.to_string()} class="descriptor-hex" {read} dispatch={dispatch.clone()} />
        })
        .child(
            el("span")
                .class("descriptor-copies")
                .attr(Attr::Role, "group")
                .attr(Attr::AriaLabel, "Copy the descriptor")
                .children(CodeForm::ALL.iter().map(copy)),
        )
}

/// The same meaning on the other architecture.
pub(super) fn other(picture: &Picture, dispatch: &Dispatch) -> Element {
    let arch: Arch = picture.spec.params().arch.other();
    let line = el("p").class("descriptor-other");
    let name = arch.name();
    match counterpart(&picture.spec) {
        Ok(other) => {
            let dispatch = dispatch.clone();
            let switch = button(Button {
                words: "Switch",
                class: "small-button",
                name: Some(format!("Switch to {name}")),
                on_click: Callback::from(move |_| {
                    dispatch.dispatch(Action::Edit(Edit::Arch(arch)));
                    dispatch.dispatch(Action::Settle);
                }),
                ..Button::default()
            });
            line.child(format!("The same on {name}: "))
                .child(el("code").child(other.descriptor.to_string()))
                .child(format!("; {} ", bits_text(other.differing_bits)))
                .child(switch)
        }
        Err(NoSwizzleCode { .. }) => line.child(format!("{name} has no code for this swizzle.")),
    }
}
