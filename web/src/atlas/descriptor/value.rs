//! The 64 bits as a number: edited in hex, copied in every spelling, and what they would be on the other architecture.

use swizzle_core::code::{CodeForm, code_text};
use swizzle_core::reader::on_other_arch;
use swizzle_core::words::bits_text;
use swizzle_core::{Arch, Descriptor, Named, NoSwizzleCode, Spec, descriptor_from_hex};
use yew::prelude::*;

use crate::control::{Button, CopyButton, TextField, button, whole_edits};
use crate::element::{Attr, Element, el, fragment};
use crate::state::{Dispatch, Edit};

/// The value in hex, to be edited, and its spellings, to be copied.
pub(super) fn value(descriptor: Descriptor, spec: &Spec, dispatch: &Dispatch) -> Element {
    let arch = descriptor.arch();
    let read = Callback::from(move |text: String| {
        descriptor_from_hex(&text).map(|raw| Edit::Descriptor(Some(Descriptor::new(arch, raw))))
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
        .child(origin(spec, dispatch))
        .child(
            el("span")
                .class("descriptor-copies")
                .attr(Attr::Role, "group")
                .attr(Attr::AriaLabel, "Copy the descriptor")
                .children(CodeForm::ALL.iter().map(copy)),
        )
}

/// Whether the bits were given or follow from tile and reader, and the way back to those that follow.
fn origin(spec: &Spec, dispatch: &Dispatch) -> Element {
    if spec.given().is_none() {
        return el("span").class("tag").child("derived");
    }
    let on_edit = whole_edits(dispatch);
    let derive = button(Button {
        words: "Derive it",
        class: "small-button",
        name: Some("Derive it from tile and reader".into()),
        on_click: on_edit.reform(|_| Edit::Descriptor(None)),
        ..Button::default()
    });
    fragment()
        .child(el("span").class("tag").child("given"))
        .child(derive)
}

/// The same meaning on the other architectures.
pub(super) fn others(spec: &Spec, dispatch: &Dispatch) -> Element {
    fragment().children(
        spec.reader()
            .arch
            .others()
            .map(|arch| other(spec, arch, dispatch)),
    )
}

fn other(spec: &Spec, arch: Arch, dispatch: &Dispatch) -> Element {
    let line = el("p").class("descriptor-other");
    let name = arch.name();
    match on_other_arch(spec, arch) {
        Ok(other) => {
            let edit = match spec.given() {
                Some(_) => Edit::Descriptor(Some(other.descriptor)),
                None => Edit::Arch(Some(arch)),
            };
            let switch = button(Button {
                words: "Switch",
                class: "small-button",
                name: Some(format!("Switch to {name}")),
                on_click: whole_edits(dispatch).reform(move |_| edit),
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
