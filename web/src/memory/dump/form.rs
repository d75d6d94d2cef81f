//! Form of a dump, in the panel: the dump itself once it is read, and what is known of it.

use std::cell::RefCell;
use std::rc::Rc;

use swizzle_code::raw_from_hex;
use swizzle_core::{Major, Named as _};
use swizzle_dump::{Example, Values};
use web_sys::DragEvent;
use yew::prelude::*;

use super::given::{ANY, Given};
use super::held::Held;
use crate::browser::file::{self, Bytes};
use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::memory::field::{choose, list, names, section, text};

/// The form; `has_layout` is whether one was found in a dump that was read.
pub(super) fn form<'a>(
    given: &Given,
    on_given: &Callback<Given>,
    has_layout: Option<bool>,
    set: &impl Fn(fn(&mut Given, String)) -> Callback<String>,
    fault: &impl Fn(&str) -> Option<&'a str>,
) -> Element {
    let is_read = has_layout.is_some();
    let dump = match is_read {
        true => zone(given, on_given, fault("dump")),
        false => el("p")
            .class("hint")
            .child("Nothing is pasted. Every value below is detected; set one only to correct it.")
            .into(),
    };
    let bits = ["8", "16", "32"].map(|bits| (bits.to_owned(), format!("{bits} bits")));
    let mut values = vec![(ANY.to_owned(), ANY.to_owned())];
    values.extend(names(|values: Values| match values {
        Values::Index => "index mn · K + k, as an integer".into(),
        Values::Numbers => "the same as a number of the type".into(),
        Values::MnAndK => "mn, and k in a second dump".into(),
    }));
    let shown = &given.shown;
    let contents = fragment()
        .child(list(
            "Element",
            bits.into(),
            &shown.element_bits.to_string(),
            set(|given, text| given.shown.element_bits = text.parse().unwrap_or(16)),
        ))
        .child(
            list(
                "Cell contents",
                values,
                shown.values.map_or(ANY, Values::name),
                set(|given, text| given.shown.values = Values::from_name(&text).ok()),
            )
            .class("is-tall"),
        )
        .child(text(
            "M or N",
            &shown.mn,
            "auto",
            fault("mn"),
            set(|given, text| given.shown.mn = text),
        ))
        .child(text(
            "K",
            &shown.k,
            "auto",
            fault("k"),
            set(|given, text| given.shown.k = text),
        ));
    let address = text(
        "First byte",
        &shown.address,
        "auto",
        fault("address"),
        set(|given, text| given.shown.address = text),
    );
    let typed = shown.descriptor.trim();
    let why = (!typed.is_empty())
        .then(|| raw_from_hex(typed).err())
        .flatten();
    let why = why.map(|why| why.to_string());
    let descriptor = text(
        "Descriptor",
        &shown.descriptor,
        "auto",
        why.as_deref(),
        set(|given, text| given.shown.descriptor = text),
    );
    // A layout that was found tells it.
    let major = (has_layout == Some(false)).then(|| {
        let majors = names(|major: Major| format!("{}-major", major.name()));
        list(
            "Matrix",
            majors,
            shown.major.name(),
            set(|given, text| choose(&mut given.shown.major, &text)),
        )
    });
    let examples = Example::ALL.iter().map(|example| {
        let (example, given, on_given) = (*example, given.clone(), on_given.clone());
        button(Button {
            words: example.title(),
            is_pressed: Some(given.shown.example == Some(example)),
            on_click: Callback::from(move |_| on_given.emit(given.with_example(example))),
            ..Button::default()
        })
    });
    fragment()
        .child(section("Dump").child(dump))
        .child(section("Contents").child(contents))
        .child(section("Address").child(address))
        .child(section("Read").child(descriptor).child(major))
        .child(is_read.then(|| {
            section("Examples")
                .attr(Attr::Role, "group")
                .child(el("div").class("dump-examples").children(examples))
        }))
}

const PLACEHOLDER: &str = "Paste cuda-gdb, xxd, od or NumPy output:

0x400:  0x00010000  0x00030002  0x00050004  0x00070006
0x410:  0x00090008  0x000b000a  0x000d000c  0x000f000e
…
or drop a file.";

/// Zone where a dump is pasted, or dropped as files.
pub(super) fn zone(given: &Given, on_given: &Callback<Given>, fault: Option<&str>) -> Html {
    let read = reading(given, on_given);
    let (typed, on_typed) = (given.clone(), on_given.clone());
    let oninput = Callback::from(move |event: InputEvent| {
        let field = event.target_unchecked_into::<web_sys::HtmlTextAreaElement>();
        on_typed.emit(typed.with_held(Held::of_text(field.value())));
    });
    let paste = html! {
        <textarea id="memory-dump" class="memory-paste" spellcheck="false" autocomplete="off"
            aria-invalid={fault.map(|_| "true")} aria-label="Dump of shared memory"
            placeholder={PLACEHOLDER} value={given.held.text.clone()} {oninput} />
    };
    let inner: Html = el("div")
        .class("memory-dump")
        .child(paste)
        .child(fault.map(alert))
        .child(files(given, on_given))
        .child(kept_words(given))
        .into();
    let ondrop = Callback::from(move |event: DragEvent| {
        event.prevent_default();
        read.emit(file::dropped(&event));
    });
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    html! { <div {ondrop} {ondragover}>{inner}</div> }
}

/// Error message, announced at once.
fn alert(why: &str) -> Element {
    el("p")
        .class("fault")
        .attr(Attr::Role, "alert")
        .child(why.to_owned())
}

/// Note on the place of the bytes, which are not in the link.
fn kept_words(given: &Given) -> Option<Element> {
    if given.is_elsewhere() {
        return Some(alert(
            "The dump of this link is not in this browser. Paste it here, or drop its files; the settings from the link are filled in.",
        ));
    }
    given.held.mark().map(|_| {
        el("p").class("hint").child(
            "The link of this page contains the settings, not the bytes, which stay in this browser.",
        )
    })
}

/// Reads files, up to two, in the order in which they came; more begin anew.
fn reading(given: &Given, on_given: &Callback<Given>) -> Callback<Vec<web_sys::File>> {
    let (given, on_given) = (given.clone(), on_given.clone());
    Callback::from(move |files: Vec<web_sys::File>| {
        let mut before = given.held.files.clone();
        if files.len() + before.len() > 2 {
            before.clear();
        }
        let all = Rc::new(RefCell::new(before));
        for file in files.iter().take(2) {
            let (all, given, on_given) = (all.clone(), given.clone(), on_given.clone());
            file::read(
                file,
                Callback::from(move |bytes: Bytes| {
                    all.borrow_mut().push(bytes);
                    on_given.emit(given.with_held(Held::of_files(all.borrow().clone())));
                }),
            );
        }
    })
}

/// The files that were given, the field that takes more, and what clears all.
fn files(given: &Given, on_given: &Callback<Given>) -> Element {
    let on_change = reading(given, on_given).reform(|event: Event| file::chosen(&event));
    let input = html! { <input type="file" multiple=true onchange={on_change} /> };
    let clear = (!given.is_empty()).then(|| {
        let (given, on_given) = (given.clone(), on_given.clone());
        button(Button {
            words: "Clear",
            on_click: Callback::from(move |_: MouseEvent| {
                on_given.emit(given.with_held(Held::default()));
            }),
            ..Button::default()
        })
    });
    let names: Vec<String> = (given.held.files.iter())
        .map(|(name, bytes)| format!("{name} ({} bytes)", bytes.len()))
        .collect();
    let named = (!names.is_empty()).then(|| el("p").child(names.join(", then ")));
    el("div")
        .class("memory-file")
        .child(named)
        .child(
            el("label")
                .class("button")
                .attr(
                    Attr::Title,
                    "Raw bytes, .npy or text; two files for the low and high bytes of 8-bit elements",
                )
                .child("Choose files")
                .child(input),
        )
        .child(clear)
}
