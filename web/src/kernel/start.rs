//! The page without a kernel: where one is dropped or pasted, examples, and how to get one.

use std::rc::Rc;

use swizzle_core::Named as _;
use swizzle_lens::Example;
use swizzle_view::link::KernelShown;
use web_sys::{DragEvent, HtmlTextAreaElement};
use yew::prelude::*;

use super::held::Held;
use crate::browser::file::{self, Bytes};
use crate::control::copy_button;
use crate::control::icon::{ERROR, GOOD, NOTE, icon};
use crate::element::{Attr, Element, el};
use crate::view::step_shade;

/// Text that was dropped or pasted, or why it cannot be read.
pub(super) type Given = Result<Held, String>;

/// Zone where a kernel is dropped or pasted.
pub(super) fn zone(on_given: &Callback<Given>) -> Html {
    let read = {
        let on_given = on_given.clone();
        Callback::from(move |files: Vec<web_sys::File>| {
            let Some(first) = files.first() else { return };
            file::read(
                first,
                on_given.reform(|(name, bytes): Bytes| {
                    let bytes = Rc::try_unwrap(bytes).unwrap_or_else(|bytes| (*bytes).clone());
                    match bytes.is_empty() {
                        true => Err(format!("{name} is empty, or cannot be read.")),
                        false => Held::of_file(&name, bytes),
                    }
                }),
            );
        })
    };
    let on_input = on_given.reform(|event: InputEvent| {
        let field = event.target_unchecked_into::<HtmlTextAreaElement>();
        Ok(Held::of_text(field.value()))
    });
    let ondrop = {
        let read = read.clone();
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            read.emit(file::dropped(&event));
        })
    };
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    let on_change = read.reform(|event: Event| file::chosen(&event));
    let input = html! { <input type="file" onchange={on_change} /> };
    let paste = html! {
        <textarea id="kernel-paste" spellcheck="false" autocomplete="off" rows="3"
            aria-label="PTX of a kernel" placeholder="Paste PTX here" oninput={on_input} />
    };
    let inner: Html = el("div")
        .class("kernel-zone stack gap")
        .child(icon("M8 2v8M4.8 7 8 10.2 11.2 7M2.5 11v2.5h11V11"))
        .child(el("h2").child("Drop PTX, a cubin or a Triton trace"))
        .child(el("p").child("Nothing leaves this browser."))
        .child(
            el("label")
                .class("button is-primary")
                .child("Choose a file")
                .child(input),
        )
        .child(paste)
        .into();
    html! { <div {ondrop} {ondragover}>{inner}</div> }
}

/// All of the page.
pub(super) fn start(
    shown: &KernelShown,
    fault: Option<&str>,
    on_given: &Callback<Given>,
    on_shown: &Callback<KernelShown>,
) -> Element {
    let example = |example: &Example| {
        let name = example.name();
        let on_click = on_shown.reform(move |_: MouseEvent| KernelShown {
            example: name.into(),
            ..KernelShown::default()
        });
        let (sign, class) = match example.is_right() {
            true => (GOOD, "is-good"),
            false => (ERROR, "is-wrong"),
        };
        el("button")
            .attr(Attr::Type, "button")
            .class("kernel-card stack small boxed")
            .on_click(on_click)
            .child(picture(*example))
            .child(
                el("b")
                    .class(class)
                    .child(icon(sign))
                    .child(example.title()),
            )
            .child(el("small").child(example.summary()))
    };
    let get = |what: &'static str, text: &'static str| {
        el("div")
            .class("kernel-get stack small")
            .child(el("span").child(what))
            .child(el("code").child(text))
            .child(copy_button(text.into(), what))
    };
    // A text that is in this browser and has no kernel is reported as a fault instead.
    let lost = (shown.bytes.is_some() && fault.is_none()).then(|| {
        let read = (!shown.read.is_empty()).then(|| {
            el("a")
                .class("button")
                .attr(Attr::Href, shown.read.clone())
                .child("Open its descriptor in the atlas")
        });
        el("div")
            .class("kernel-lost stack gap")
            .attr(Attr::Role, "alert")
            .child(el("p").child("The text of this link is not in this browser. Drop or paste it to open what the link points to."))
            .child(read)
    });
    el("div")
        .class("kernel-start")
        .child(lost)
        .child(zone(on_given))
        .child(fault.map(|fault| {
            el("p")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(fault.to_owned())
        }))
        .child(
            el("section")
                .child(
                    el("h2")
                        .child("Try")
                        .child(el("small").child("one correct, four with a planted error")),
                )
                .child(
                    el("div")
                        .class("kernel-cards")
                        .children(Example::ALL.iter().map(example)),
                ),
        )
        .child(
            el("section")
                .child(
                    el("h2")
                        .child("Get PTX")
                        .child(el("small").child("any compiler’s PTX is read")),
                )
                .child(
                    el("div")
                        .class("kernel-gets")
                        .child(get("nvcc", "nvcc -arch=sm_90a -ptx kernel.cu"))
                        .child(get("Triton", "~/.triton/cache/*/*.ptx"))
                        .child(get(
                            "On the command line",
                            "swizzle lint kernel.ptx --sarif",
                        )),
                ),
        )
        .child(limit())
}

/// Limits of the check: what is judged, and what is not.
pub(super) fn limit() -> Element {
    el("p").class("kernel-limit gap quiet small").child(icon(NOTE)).child(
        "This checks the PTX, not the machine code that ptxas makes of it. A cubin is read through the PTX in its debug section, .nv_debug_ptx_txt.",
    )
}

/// Four steps along K of two blocks, and what is wrong of them.
fn picture(example: Example) -> Element {
    let part = |class: &'static str, d: String| el("path").class(class).attr(Attr::D, d);
    let cell = |step: u32, block: u32| {
        let (x, y) = (24 * step, 24 * block);
        let own = part(step_shade(step, 4), format!("M{x} {y}h23v23h-23z"));
        match (example, step, block) {
            (Example::KAdvance, 1, _) => part("is-missing", format!("M{x}.5 {y}.5h22v22h-22z")),
            (Example::Sbo, _, 1) => part("is-wrong is-faint", format!("M{x} 12h23v35h-23z")),
            (Example::Stage, _, 1) => part("is-wrong", format!("M{} 25h21v22h-21z", x + 4)),
            (Example::TmaBox, ..) if step % 2 == block => {
                part("is-wrong", format!("M{x} {y}h11v23h-11z"))
            }
            _ => own,
        }
    };
    let cells = [0, 1]
        .into_iter()
        .flat_map(|block| (0..4).map(move |step| (step, block)));
    let advanced = (example == Example::KAdvance)
        .then(|| part("is-wrong is-faint", "M0 6h23v42h-23z".to_owned()));
    el("svg")
        .class("kernel-picture")
        .attr(Attr::ViewBox, "0 0 98 48")
        .attr(Attr::AriaHidden, "true")
        .children(cells.map(|(step, block)| cell(step, block)))
        .child(advanced)
}
