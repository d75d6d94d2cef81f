//! Paste a dump: what is given, and what is known of it.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use gloo_timers::callback::Timeout;
use swizzle_code::raw_from_hex;
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Descriptor, Named as _};
use swizzle_dump::{Example, Values, read_of_dump};
use swizzle_lints::verdict_of_dump;
use swizzle_text::VerdictLine;
use swizzle_view::Route;
use swizzle_view::link::DumpShown;
use web_sys::DragEvent;
use yew::platform::spawn_local;
use yew::prelude::*;

use super::dump_answer::AnswerPart;
use super::dump_steps::steps;
use super::field::{choose, list, names, setter, text};
use super::file::{self, Bytes};
use super::given::{ANY, Given, Outcome, Recognized, recognized};
use super::head::{DUMP, Shown, part};
use super::held::Held;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::sheets::use_sheet;
use crate::page::{Format, part_of, use_linked};

/// How long after the last letter a dump is looked at, in milliseconds: the page stays at hand.
const WAIT_MS: u32 = 120;

/// How what is asked is kept in the address.
static FORMAT: Format<DumpShown> =
    Format::of_form(|route| matches!(route, Route::Memory(None | Some("dump"))));

#[component]
pub(super) fn DumpPart() -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let (at_hand, on_held) = use_value(Rc::<Held>::default);
    let (outcome, on_outcome) = use_value(|| None::<Outcome>);
    let key = (opened.shown.example, opened.shown.bytes, at_hand);
    let held = use_memo(key, |(.., at_hand)| Held::of_link(&opened.shown, at_hand));
    let unopened = opened.unread();
    let given = Given {
        held,
        shown: opened.shown,
    };
    let on_given = Callback::from(move |given: Given| {
        on_held.emit(given.held);
        on_shown.emit(given.shown);
    });
    {
        let on_outcome = on_outcome.clone();
        use_effect_with(given.looked_through(), move |asked| {
            let asked = asked.clone();
            let is_asked = Rc::new(Cell::new(true));
            let is_still_asked = is_asked.clone();
            let timer = Timeout::new(WAIT_MS, move || {
                if asked.held.mark().is_some() {
                    asked.held.keep();
                }
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
    let line = {
        let shown = &given.shown;
        let key = (outcome.clone(), shown.layout, shown.descriptor.clone());
        use_memo(key, |(outcome, layout, descriptor)| match outcome {
            Some(Ok(recognized)) => verdict(recognized, *layout, descriptor),
            Some(Err(_)) => VerdictLine::new(VerdictKind::Wrong, "This dump cannot be read"),
            None => VerdictLine::new(VerdictKind::Incomplete, "No dump to judge"),
        })
    };
    let line = (*line).clone().as_far_as_read(unopened);
    let set = setter(&given, &on_given);
    let on_repair = part_of(&given, &on_given, |given, descriptor: Descriptor| {
        given.shown.descriptor = format!("{:#018x}", descriptor.raw());
    });
    let fault = |name: &str| match &outcome {
        Some(Err((at, why))) if *at == name => Some(why.as_str()),
        _ => None,
    };
    let answer = match &outcome {
        Some(Ok(recognized)) => {
            let on_descriptor = set(|given, text| given.shown.descriptor = text);
            let on_chosen = part_of(&given, &on_given, |given, layout| {
                given.shown.layout = layout
            });
            html! {
                <AnswerPart
                    recognized={recognized.clone()} chosen={given.shown.layout} {on_chosen}
                    descriptor={given.shown.descriptor.clone()} {on_descriptor}
                />
            }
        }
        _ => steps(
            &given.shown,
            set(|given, text| choose(&mut given.shown.major, &text)),
        )
        .into(),
    };
    let form = fragment()
        .child(zone(&given, &on_given, fault("dump")))
        .child(known(&given, &set, &fault))
        .child(examples(&given, &on_given));
    part(
        &DUMP,
        Shown {
            line: &line,
            on_repair: &on_repair,
            notices: &opened.notices,
            form,
            answer: fragment().child(answer),
            sheet,
        },
    )
    .into()
}

/// The verdict on one of the layouts, and on what was typed as a descriptor of it.
fn verdict(recognized: &Recognized, layout: usize, descriptor: &str) -> VerdictLine<Descriptor> {
    let Recognized {
        dumps,
        asked,
        found,
        ..
    } = recognized;
    let at = layout.min(found.len().saturating_sub(1));
    let typed = raw_from_hex(descriptor.trim())
        .ok()
        .map(Descriptor::guessed);
    let read = found.get(at).zip(typed).and_then(|(found, typed)| {
        let read = read_of_dump(dumps, asked, found, typed)?;
        Some((typed, read))
    });
    let read = read.as_ref().map(|(typed, read)| (*typed, read));
    verdict_of_dump(found, at, asked, read)
}

/// Dumps to try it with.
fn examples(given: &Given, on_given: &Callback<Given>) -> Element {
    let one = |example: &Example| {
        let (example, given, on_given) = (*example, given.clone(), on_given.clone());
        button(Button {
            words: example.title(),
            is_pressed: Some(given.shown.example == Some(example)),
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
        on_typed.emit(typed.with_held(Held::of_text(field.value())));
    });
    let paste = html! {
        <textarea id="memory-dump" class="memory-paste" rows="11" spellcheck="false" autocomplete="off"
            aria-invalid={fault.map(|_| "true")}
            placeholder={PLACEHOLDER} value={given.held.text.clone()} {oninput} />
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
        .child(kept_words(given))
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
            &given.shown.element_bits.to_string(),
            set(|given, text| given.shown.element_bits = text.parse().unwrap_or(16)),
        ))
        .child(list(
            "Cell contents",
            values,
            given.shown.values.map_or(ANY, Values::name),
            set(|given, text| given.shown.values = Values::from_name(&text).ok()),
        ))
        .child(text(
            "M or N",
            &given.shown.mn,
            "if known",
            fault("mn"),
            set(|given, text| given.shown.mn = text),
        ))
        .child(text(
            "K",
            &given.shown.k,
            "if known",
            fault("k"),
            set(|given, text| given.shown.k = text),
        ))
        .child(text(
            "Address of the first byte",
            &given.shown.address,
            "as the dump says",
            fault("address"),
            set(|given, text| given.shown.address = text),
        ))
}

/// Where the bytes are: not in the link.
fn kept_words(given: &Given) -> Option<Element> {
    if given.is_elsewhere() {
        let words = "The dump of this link is not in this browser. Paste it here, or drop its files; what the link asks of it is filled in.";
        return Some(
            el("p")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(words),
        );
    }
    given.held.mark().map(|_| {
        el("p").class("hint").child(
            "The link of this page has the questions, not the bytes: these stay in this browser.",
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

/// The files that were given, and the field that takes them.
fn files(given: &Given, on_given: &Callback<Given>) -> Element {
    let on_change = reading(given, on_given).reform(|event: Event| file::chosen(&event));
    let input = html! { <input type="file" multiple=true onchange={on_change} /> };
    let on_clear = {
        let (given, on_given) = (given.clone(), on_given.clone());
        Callback::from(move |_: MouseEvent| {
            on_given.emit(given.with_held(Held::default()));
        })
    };
    let names: Vec<String> = (given.held.files.iter())
        .map(|(name, bytes)| format!("{name} ({} bytes)", bytes.len()))
        .collect();
    let named = (!names.is_empty()).then(|| {
        el("p")
            .class("memory-files")
            .child(names.join(", then "))
            .child(" ")
            .child(button(Button {
                words: "Remove files",
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
