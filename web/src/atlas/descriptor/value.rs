//! The 64 bits as a number: edited in hex, copied in every spelling, and what they would be on the other architecture.

use gloo_timers::callback::Timeout;
use swizzle_code::raw_from_hex;
use swizzle_code::{CodeForm, code_text};
use swizzle_core::{Arch, Descriptor, Named, NoSwizzleCode, Spec};
use swizzle_infer::on_other_arch;
use swizzle_params::{ParamId, Scalar};
use swizzle_text::bits_text;
use yew::prelude::*;

use crate::browser;
use crate::control::{Button, CopyButton, Menu, TextField, button, whole_edits};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::state::{Dispatch, Edit};

/// The value in hex, to be edited, with its spellings and what it would be elsewhere.
pub(super) fn value(descriptor: Descriptor, spec: &Spec, dispatch: &Dispatch) -> Element {
    let arch = descriptor.arch();
    let read = Callback::from(move |text: String| {
        raw_from_hex(&text).map(|raw| Edit::Descriptor(Some(Descriptor::new(arch, raw))))
    });
    el("div")
        .class("descriptor-value stack")
        .child(html! {
            <TextField label={"Descriptor in hex".to_owned()} value={descriptor.to_string()} class="descriptor-hex" {read} dispatch={dispatch.clone()} />
        })
        .child(
            el("div")
                .class("descriptor-acts row wraps")
                .child(html! { <Spellings {descriptor} /> })
                .child(others(spec, dispatch)),
        )
        // Shown where there is room for both.
        .child(
            el("dl")
                .class("descriptor-numbers")
                .children([CodeForm::Decimal, CodeForm::Halves].map(|form| {
                    el("div")
                        .child(el("dt").child(form.name()))
                        .child(el("dd").child(code_text(descriptor, form)))
                }).into_iter()),
        )
}

/// Time for which the page says that something was copied, in milliseconds.
const SAID_MS: u32 = 2000;

/// Properties of [`Spellings`].
#[derive(Properties, PartialEq)]
struct SpellingsProps {
    descriptor: Descriptor,
}

/// Its spellings, to be copied: the first at hand, the others in a menu.
#[component]
fn Spellings(props: &SpellingsProps) -> Html {
    let (said, on_said) = use_value(|| None::<String>);
    let (first, rest) = CodeForm::ALL.split_at(1);
    {
        // The word holds for this descriptor, and for a moment.
        let on_said = on_said.clone();
        use_effect_with((props.descriptor, said.clone()), move |(_, said)| {
            let timer = said
                .as_ref()
                .map(|_| Timeout::new(SAID_MS, move || on_said.emit(None)));
            move || drop(timer)
        });
    }
    let descriptor = props.descriptor;
    let on_choose = Callback::from(move |at: usize| {
        let Some(form) = rest.get(at) else { return };
        let on_said = on_said.clone();
        browser::copy(&code_text(descriptor, *form), move |is_copied| {
            on_said.emit(Some(match is_copied {
                true => format!("Copied {}", form.name()),
                false => "The browser refused to copy".into(),
            }));
        });
    });
    let items: Vec<_> = rest.iter().map(|form| form.name()).collect();
    el("span")
        .class("descriptor-spellings")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Copy the descriptor")
        .children(first.iter().map(|form| {
            let text = code_text(descriptor, *form);
            html! { <CopyButton {text} what={form.name()} shows_what=true /> }
        }))
        .child(html! { <Menu name="More spellings" id="spellings" {items} {on_choose} /> })
        .child(
            el("span")
                .class("menu-said")
                .attr(Attr::AriaLive, "polite")
                .child(said),
        )
        .into()
}

/// Whether the bits were given or follow from tile and reader, and the way back to those that follow.
pub(super) fn origin(spec: &Spec, dispatch: &Dispatch) -> Element {
    if spec.given().is_none() {
        return el("span").class("tag").child("computed");
    }
    let on_edit = whole_edits(dispatch);
    let derive = button(Button {
        words: "Reset",
        class: "small-button",
        name: Some("Reset to the descriptor computed from tile and reader".into()),
        on_click: on_edit.reform(|_| Edit::Descriptor(None)),
        ..Button::default()
    });
    fragment()
        .child(el("span").class("tag").child("from your input"))
        .child(derive)
}

/// The same meaning on the other architectures.
fn others(spec: &Spec, dispatch: &Dispatch) -> Element {
    fragment().children(
        spec.reader()
            .arch
            .others()
            .map(|arch| other(spec, arch, dispatch)),
    )
}

fn other(spec: &Spec, arch: Arch, dispatch: &Dispatch) -> Element {
    let name = arch.name();
    match on_other_arch(spec, arch) {
        Ok(other) => {
            let edit = match spec.given() {
                Some(_) => Edit::Descriptor(Some(other.descriptor)),
                None => Edit::Value(ParamId::Arch, Some(Scalar::Choice(name))),
            };
            button(Button {
                words: match arch {
                    Arch::Wgmma => "to wgmma",
                    Arch::Tcgen05 => "to tcgen05",
                },
                name: Some(format!("Switch to {name}")),
                on_click: whole_edits(dispatch).reform(move |_| edit),
                ..Button::default()
            })
            .attr(
                Attr::Title,
                format!(
                    "The same on {name}: {}; {}",
                    other.descriptor,
                    bits_text(other.differing_bits)
                ),
            )
        }
        Err(NoSwizzleCode { .. }) => el("span")
            .class("hint")
            .child(format!("{name} has no code for this swizzle.")),
    }
}
