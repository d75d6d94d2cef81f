//! Paste a dump: what is given, and what is known of it.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use gloo_timers::callback::Timeout;
use swizzle_core::Named as _;
use swizzle_core::dump::{Example, Values};
use web_sys::DragEvent;
use yew::platform::spawn_local;
use yew::prelude::*;

use super::dump_answer::AnswerPart;
use super::dump_steps::steps;
use super::field::{list, names, setter, text};
use super::file::{self, Bytes};
use super::given::{ANY, Given, Outcome, recognized};
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;

/// How long after the last letter a dump is looked at, in milliseconds: the page stays at hand.
const WAIT_MS: u32 = 120;

#[component]
pub(super) fn DumpPart() -> Html {
    let (given, on_given) = use_value(Given::new);
    let (outcome, on_outcome) = use_value(|| None::<Outcome>);
    {
        let on_outcome = on_outcome.clone();
        // The descriptor is no part of what is recognized.
        let asked = Given {
            descriptor: String::new(),
            major: String::new(),
            ..given.clone()
        };
        use_effect_with(asked, move |asked| {
            let asked = asked.clone();
            let is_asked = Rc::new(Cell::new(true));
            let is_still_asked = is_asked.clone();
            let timer = Timeout::new(WAIT_MS, move || {
                spawn_local(async move {
                    let mut outcome = pin!(recognized(&asked));
                    // What is asked no more is given up at the next pause.
                    let outcome = poll_fn(|context| match is_still_asked.get() {
                        true => outcome.as_mut().poll(context).map(Some),
                        false => Poll::Ready(None),
                    });
                    if let Some(outcome) = outcome.await {
                        on_outcome.emit(outcome);
                    }
                });
            });
            move || {
                is_asked.set(false);
                drop(timer);
            }
        });
    }
    let set = setter(&given, &on_given);
    let fault = |name: &str| match &outcome {
        Some(Err((at, why))) if *at == name => Some(why.as_str()),
        _ => None,
    };
    let answer = match &outcome {
        Some(Ok(recognized)) => {
            let on_descriptor = set(|given, text| given.descriptor = text);
            html! {
                <AnswerPart recognized={recognized.clone()} descriptor={given.descriptor.clone()} {on_descriptor} />
            }
        }
        _ => steps(&given, set(|given, text| given.major = text)).into(),
    };
    let form = el("div")
        .class("memory-form")
        .child(examples(&given, &on_given))
        .child(zone(&given, &on_given, fault("dump")))
        .child(known(&given, &set, &fault));
    el("div")
        .class("memory-body")
        .child(form)
        .child(el("div").class("memory-answer").child(answer))
        .into()
}

/// Dumps to try it with.
fn examples(given: &Given, on_given: &Callback<Given>) -> Element {
    let one = |example: &Example| {
        let (example, given, on_given) = (*example, given.clone(), on_given.clone());
        button(Button {
            words: example.title(),
            is_pressed: Some(given.text == example.text()),
            on_click: Callback::from(move |_| on_given.emit(given.with_example(example))),
            ..Button::default()
        })
    };
    el("div")
        .class("memory-examples")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Examples")
        .child(el("span").child("Try"))
        .children(Example::ALL.iter().map(one))
}

/// Where a dump is pasted, or dropped as files.
fn zone(given: &Given, on_given: &Callback<Given>, fault: Option<&str>) -> Html {
    let read = reading(given, on_given);
    let (typed, on_typed) = (given.clone(), on_given.clone());
    let oninput = Callback::from(move |event: InputEvent| {
        let field = event.target_unchecked_into::<web_sys::HtmlTextAreaElement>();
        on_typed.emit(Given {
            text: field.value(),
            files: Vec::new(),
            ..typed.clone()
        });
    });
    let paste = html! {
        <textarea id="memory-dump" class="memory-paste" rows="11" spellcheck="false" autocomplete="off"
            aria-invalid={fault.map(|_| "true")}
            placeholder={PLACEHOLDER} value={given.text.clone()} {oninput} />
    };
    let inner: Html = el("div")
        .class("memory-dump")
        .child(
            el("label")
                .attr(Attr::For, "memory-dump")
                .child("Dump of shared memory"),
        )
        .child(paste)
        .child(fault.map(|why| {
            el("p")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(why.to_owned())
        }))
        .child(files(given, on_given))
        .into();
    let ondrop = Callback::from(move |event: DragEvent| {
        event.prevent_default();
        read.emit(file::dropped(&event));
    });
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    html! { <div {ondrop} {ondragover}>{inner}</div> }
}

const PLACEHOLDER: &str = "Paste what cuda-gdb, xxd, od, Python
or NumPy print:

0x400:\t0x00010000\t0x00030002\t…
00000400: 0000 0100 0200 0300 …
[0, 1, 2, 3, …]

or drop a file.";

/// What is known of the dump.
fn known<'a>(
    given: &Given,
    set: &impl Fn(fn(&mut Given, String)) -> Callback<String>,
    fault: &impl Fn(&str) -> Option<&'a str>,
) -> Element {
    let bits = ["8", "16", "32"].map(|bits| (bits.to_owned(), format!("{bits} bits")));
    let mut values = vec![(ANY.to_owned(), ANY.to_owned())];
    values.extend(names(|values: Values| match values {
        Values::Index => "index mn · K + k, as an integer".into(),
        Values::Numbers => "the same as a number of the type".into(),
        Values::MnAndK => "mn, and k in a second dump".into(),
    }));
    el("div")
        .class("memory-fields")
        .child(list(
            "Element",
            bits.into(),
            &given.bits,
            set(|given, text| given.bits = text),
        ))
        .child(list(
            "In each cell stands",
            values,
            &given.values,
            set(|given, text| given.values = text),
        ))
        .child(text(
            "M or N",
            &given.mn,
            "if known",
            fault("mn"),
            set(|given, text| given.mn = text),
        ))
        .child(text(
            "K",
            &given.k,
            "if known",
            fault("k"),
            set(|given, text| given.k = text),
        ))
        .child(text(
            "Address of the first byte",
            &given.address,
            "as the dump says",
            fault("address"),
            set(|given, text| given.address = text),
        ))
}

/// Reads files, up to two, in the order in which they came; more begin anew.
fn reading(given: &Given, on_given: &Callback<Given>) -> Callback<Vec<web_sys::File>> {
    let (given, on_given) = (given.clone(), on_given.clone());
    Callback::from(move |files: Vec<web_sys::File>| {
        let given = Rc::new(std::cell::RefCell::new(given.clone()));
        if files.len() + given.borrow().files.len() > 2 {
            given.borrow_mut().files.clear();
        }
        for file in files.iter().take(2) {
            let (given, on_given) = (given.clone(), on_given.clone());
            file::read(
                file,
                Callback::from(move |bytes: Bytes| {
                    given.borrow_mut().files.push(bytes);
                    on_given.emit(given.borrow().clone());
                }),
            );
        }
    })
}

/// The files that were given, and the field that takes them.
fn files(given: &Given, on_given: &Callback<Given>) -> Element {
    let on_change = reading(given, on_given).reform(|event: Event| file::chosen(&event));
    let input = html! { <input type="file" multiple=true onchange={on_change} /> };
    let on_clear = {
        let (given, on_given) = (given.clone(), on_given.clone());
        Callback::from(move |_: MouseEvent| {
            on_given.emit(Given {
                files: Vec::new(),
                ..given.clone()
            });
        })
    };
    let names: Vec<String> = (given.files.iter())
        .map(|(name, bytes)| format!("{name} ({} bytes)", bytes.len()))
        .collect();
    let named = (!names.is_empty()).then(|| {
        el("p")
            .class("memory-files")
            .child(names.join(", then "))
            .child(" ")
            .child(button(Button {
                words: "Take them away",
                on_click: on_clear,
                ..Button::default()
            }))
    });
    el("div")
        .class("memory-file")
        .child(
            el("label")
                .child(el("span").child("Files: raw bytes, .npy, text; two for the low and high bytes of 8-bit elements"))
                .child(input),
        )
        .child(named)
}
