//! A stop whose figure is of tensor memory.

use swizzle_learn::{Answer, Facts, Kind, Stop, is_of_scale};
use yew::prelude::*;

use super::ask::{Ask, Asked, ask};
use super::progress::set_done;
use super::stop::{Shown, StopPageProps, page};
use super::tensor_figure::{LiveTensor, tensor_figure};
use super::text::At;
use crate::element::{el, fragment};
use crate::hooks::use_value;
use crate::page::load::{missing, use_loaded};
use crate::tensor_memory::{Pressed, TensorPart, load_figure};

/// The stop, once what draws its figure is there.
#[component]
pub(super) fn TensorStop(props: &StopPageProps) -> Html {
    let (loaded, again) = use_loaded(load_figure);
    match loaded {
        Some(Ok(part)) => html! { <Loaded {part} place={*props} /> },
        Some(Err(why)) => page(props, Err(missing(why, "The figure", &again))),
        None => page(props, Err(el("p").child("Loading the figure…"))),
    }
}

/// Properties of [`Loaded`].
#[derive(Properties, PartialEq)]
struct LoadedProps {
    part: TensorPart,
    place: StopPageProps,
}

#[component]
fn Loaded(props: &LoadedProps) -> Html {
    let (place, part) = (props.place, props.part);
    let (stop, address) = (place.of(), place.address());
    let was_done = place.was_done();
    let subject = part.subject;
    let (link, on_link) = use_value(|| None::<AttrValue>);
    let link = link.unwrap_or(AttrValue::Static(stop.figure.link));
    let on_link = on_link.reform(|link: String| Some(AttrValue::from(link)));
    let (asked, on_asked) = use_value(|| None::<Asked>);
    let asked = asked.unwrap_or_else(|| match was_done {
        true => Asked::former(stop, subject),
        false => Asked::default(),
    });
    let facts = use_memo(link.clone(), |link| (subject.facts)(link));
    let asked_about = use_memo((), |()| (subject.facts)(stop.asked_link()));
    let (Some(facts), Some(asked_about)) = (&*facts, &*asked_about) else {
        return page(&place, Err(fragment().child("This figure has no picture.")));
    };
    // The cell that was asked for, or about, is at hand then.
    let on_told = {
        let (on_link, link, lit) = (on_link.clone(), link.clone(), lit(stop, &**asked_about));
        Callback::from(move |()| {
            let set = |link: String, (key, value): (&str, u32)| {
                (part.set)(&link, key, &value.to_string()).unwrap_or(link)
            };
            if let Some(lit) = &lit {
                on_link.emit(lit.iter().copied().fold(link.to_string(), set));
            }
        })
    };
    let on_asked = {
        let on_told = on_told.clone();
        Callback::from(move |asked: Asked| {
            // Before the page is drawn again, whose dots show it.
            if asked.judged == Some(true) {
                set_done(&address);
                on_told.emit(());
            }
            on_asked.emit(Some(asked));
        })
    };
    let on_pressed = {
        let (asked, on_asked) = (asked.clone(), on_asked.clone());
        Callback::from(move |(part, at): Pressed| {
            let is_asked = matches!(stop.ask.kind, Kind::Cell { part: of, .. } if of == part);
            if is_asked && !asked.is_open() {
                let answer = Answer::Cell { part, at };
                on_asked.emit(Asked::after(stop, subject, &answer, asked.typed.clone()));
            }
        })
    };
    let on_begin = on_link.reform(|()| stop.figure.link.to_owned());
    let knob = |key| (part.knob)(key, false, &stop.figure, &link, &on_link);
    let question = ask(&Ask {
        stop,
        subject,
        at: At {
            facts: &**asked_about,
            knob: &knob,
        },
        link: &|| link.to_string(),
        is_changed: without_cell(&link) != without_cell(stop.figure.link),
        asked: &asked,
        on_asked: &on_asked,
        on_begin: &on_begin,
        on_told: &on_told,
    });
    let figure = tensor_figure(&LiveTensor {
        figure: &stop.figure,
        part,
        link: &link,
        is_asking: !asked.is_open(),
        look: place.look,
        on_link: &on_link,
        on_pressed: &on_pressed,
    });
    page(
        &place,
        Ok(Shown {
            asked: &asked,
            question,
            at: At {
                facts: &**facts,
                knob: &knob,
            },
            figure,
        }),
    )
}

/// What sets the cell of the element that a question names; none where it names none of the figure.
fn lit(stop: &Stop, facts: &dyn Facts) -> Option<Vec<(&'static str, u32)>> {
    let element = match stop.ask.kind {
        Kind::Cell { element, .. } => element,
        Kind::Number(name) => name.split_once(' ')?.1,
        Kind::Click { .. } | Kind::Choose(_) | Kind::Make(_) => return None,
    };
    let of = |key: &'static str, what: &str| {
        let number = facts.number(&format!("{what} {element}"))?.value;
        Some((key, u32::try_from(number).ok()?))
    };
    let keys = match is_of_scale(stop.figure.link) {
        true => vec![of("row", "row")?, of("block", "col")?],
        false => vec![
            of("cta", "cta")?,
            of("lane", "lane")?,
            of("column", "column")?,
        ],
    };
    stop.ask.about.is_none().then_some(keys)
}

/// A link without the cell at hand, which no question is about.
fn without_cell(link: &str) -> Vec<&str> {
    let is_of_plan = |pair: &&str| {
        !["cta=", "lane=", "column=", "row=", "block="]
            .iter()
            .any(|key| pair.starts_with(key))
    };
    link.split(['?', '&']).filter(is_of_plan).collect()
}
