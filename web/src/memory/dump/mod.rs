//! Paste a dump: what is given, and what is known of it.

mod details;
mod form;
mod given;
mod held;
mod pictures;
mod start;

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use gloo_timers::callback::Timeout;
use swizzle_code::raw_from_hex;
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Descriptor, Major, Swizzle};
use swizzle_dump::{DumpRead, read_of_dump};
use swizzle_lints::verdict_of_dump;
use swizzle_text::{VerdictLine, grouped};
use swizzle_view::Route;
use swizzle_view::link::{DumpShown, DumpShows};
use yew::platform::spawn_local;
use yew::prelude::*;

use super::field::setter;
use super::head::{Shown, part};
use super::pair::legend;
use crate::browser;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::{use_before_paint, use_escape, use_value};
use crate::page::memory_parts::DUMP;
use crate::page::sheets::use_sheet;
use crate::page::{Format, Look, part_of, use_linked};
use details::details;
use form::form;
use given::{Given, Outcome, Recognized, recognized};
use held::Held;
use pictures::Pictures;
use start::start;

/// How long after the last letter a dump is looked at, in milliseconds: the page stays at hand.
const WAIT_MS: u32 = 120;

/// How what is asked is kept in the address.
static FORMAT: Format<DumpShown> =
    Format::of_form(|route| matches!(route, Route::Memory(None | Some("dump"))));

/// Properties of [`DumpPart`].
#[derive(Properties, PartialEq)]
pub(super) struct DumpProps {
    /// Theme and colours.
    pub(super) look: Look,
}

/// A layout that the dump is held against, instead of the one that was found.
type Form = (Swizzle, Major);

#[component]
pub(super) fn DumpPart(props: &DumpProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let (at_hand, on_held) = use_value(Rc::<Held>::default);
    let (outcome, on_outcome) = use_value(|| None::<Outcome>);
    let (against, on_against) = use_value(|| None::<Form>);
    let key = (opened.shown.example, opened.shown.bytes, at_hand);
    let held = use_memo(key, |(.., at_hand)| Held::of_link(&opened.shown, at_hand));
    let unopened = opened.unread();
    let given = Given {
        held,
        shown: opened.shown,
    };
    // The field of the dump moves to the panel once it is read: who types in it goes on there, without a letter lost between.
    let is_typed = use_mut_ref(|| false);
    let is_read = !matches!(&outcome, None | Some(Err(("dump", _))));
    {
        let is_typed = is_typed.clone();
        use_before_paint(is_read, move |_| {
            if is_typed.replace(false) {
                browser::focus("#memory-dump");
            }
        });
    }
    {
        let on_against = on_against.clone();
        use_escape(against.is_some(), move || on_against.emit(None));
    }
    let on_given = {
        let on_against = on_against.clone();
        Callback::from(move |given: Given| {
            on_against.emit(None);
            is_typed.replace(browser::is_there("#memory-dump:focus"));
            on_held.emit(given.held);
            on_shown.emit(given.shown);
        })
    };
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
                    // A recognition that is no longer asked for is given up at the next pause.
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
    // While a field is wrong that only says more of the dump, what was known of it stays.
    let known = use_mut_ref(|| None::<Rc<Recognized>>);
    let shown = match &outcome {
        Some(Ok(recognized)) => Some(recognized.clone()),
        Some(Err((field, _))) if *field != "dump" => known.borrow().clone(),
        Some(Err(_)) | None => None,
    };
    known.replace(shown.clone());
    let read = {
        let asked = &given.shown;
        let key = (shown.clone(), asked.layout, asked.descriptor.clone());
        use_memo(key, |(recognized, layout, descriptor)| {
            read_of(recognized.as_ref()?, *layout, descriptor)
        })
    };
    let line = match &outcome {
        Some(Ok(recognized)) => {
            let chosen = recognized.chosen(given.shown.layout);
            let read = (*read).as_ref().map(|(typed, read)| (*typed, read));
            verdict_of_dump(&recognized.found, chosen, &recognized.asked, read)
        }
        Some(Err(("dump", _))) => VerdictLine::new(VerdictKind::Wrong, "This dump cannot be read"),
        Some(Err((_, why))) => VerdictLine::new(VerdictKind::Incomplete, why.clone()),
        None => VerdictLine::new(VerdictKind::Incomplete, "No dump to judge"),
    };
    let line = line.as_far_as_read(unopened);
    let set = setter(&given, &on_given);
    let on_repair = part_of(&given, &on_given, |given, descriptor: Descriptor| {
        given.shown.descriptor = format!("{:#018x}", descriptor.raw());
    });
    let fault = |name: &str| match &outcome {
        Some(Err((at, why))) if *at == name => Some(why.as_str()),
        _ => None,
    };
    let recognized = shown.as_ref();
    let facts = match recognized {
        Some(recognized) => {
            let bytes: usize = recognized.dumps.iter().map(|dump| dump.bytes.len()).sum();
            let bits = recognized.asked.element_bits;
            format!("{} bytes, {bits}-bit elements", grouped(bytes as u32))
        }
        None => "Which layout is in this dump?".into(),
    };
    let on_chosen = part_of(&given, &on_given, |given, layout| {
        given.shown.layout = layout;
    });
    let on_shows = part_of(&given, &on_given, |given, shows| {
        given.shown.shows = shows;
    });
    let answer = match recognized {
        Some(recognized) => {
            let chosen = recognized.chosen(given.shown.layout);
            let read = (*read).clone().map(|(_, read)| Rc::new(read));
            let brief = recognized.found.get(chosen).and_then(details::brief);
            fragment().child(brief).child(html! {
                <Pictures
                    key={chosen} recognized={recognized.clone()} {chosen} {read} {against} look={props.look}
                    shown={given.shown.clone()}
                />
            })
        }
        None => start(&given, &on_given, &fault, &set, props.look),
    };
    let details = match recognized {
        Some(recognized) => details(
            recognized,
            given.shown.layout,
            on_chosen,
            (*read).as_ref(),
            (against, on_against),
        ),
        None => start::promised(),
    };
    part(
        &DUMP,
        Shown {
            title: None,
            line: &line,
            on_repair: &on_repair,
            notices: &opened.notices,
            facts: Some(facts),
            form: form(
                &given,
                &on_given,
                recognized.map(|recognized| !recognized.found.is_empty()),
                &set,
                &fault,
            ),
            tools: recognized.map(|_| {
                let shows = given.shown.shows;
                let legend = (shows == DumpShows::Cells).then(|| legend(props.look, line.kind));
                fragment()
                    .child(which_picture(shows, &on_shows))
                    .child(legend)
            }),
            answer: el("div").class("dump").child(answer),
            details: Some(("Layout", details)),
            sheet,
        },
    )
    .into()
}

/// Returns a typed descriptor, and what it reads of one of the layouts.
fn read_of(
    recognized: &Recognized,
    layout: usize,
    descriptor: &str,
) -> Option<(Descriptor, DumpRead)> {
    let found = recognized.found.get(recognized.chosen(layout))?;
    let typed = typed(descriptor)?;
    let read = read_of_dump(&recognized.dumps, &recognized.asked, found, typed)?;
    Some((typed, read))
}

/// A typed descriptor.
fn typed(descriptor: &str) -> Option<Descriptor> {
    let raw = raw_from_hex(descriptor.trim()).ok()?;
    Some(Descriptor::guessed(raw))
}

/// How the dump is drawn.
fn which_picture(shows: DumpShows, on_shows: &Callback<DumpShows>) -> Element {
    let choice = |words: &'static str, name: &'static str, to: DumpShows| {
        button(Button {
            words,
            name: Some(name.into()),
            is_pressed: Some(shows == to),
            on_click: on_shows.reform(move |_| to),
            ..Button::default()
        })
    };
    el("div")
        .class("segments")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "What is drawn")
        .child(choice("Cells", "Cells with values", DumpShows::Cells))
        .child(choice(
            "Picture",
            "Picture of all values",
            DumpShows::Picture,
        ))
}
