//! A stop whose figure is a link of another page, which draws it.

use swizzle_learn::{Answer, Kind};
use yew::prelude::*;

use super::ask::{Ask, Asked, ask};
use super::part_figure::{LivePart, part_figure};
use super::progress::set_done;
use super::stop_page::{Shown, StopPageProps, page};

use super::text::At;
use crate::element::fragment;
use crate::hooks::use_value;
use crate::page::figure_part::{FigurePart, Pressed};

/// Properties of [`PartStop`].
#[derive(Properties, PartialEq)]
pub(super) struct PartStopProps {
    /// Part that draws its figure.
    pub part: FigurePart,
    /// Place of the stop.
    pub place: StopPageProps,
}

/// The stop.
#[component]
pub(super) fn PartStop(props: &PartStopProps) -> Html {
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
    // Once told, the cell that was asked for, or about, is at hand.
    let on_told = {
        let (on_link, told) = (on_link.clone(), (part.told)(stop, &link, &**asked_about));
        Callback::from(move |()| {
            if let Some(told) = &told {
                on_link.emit(told.clone());
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
        is_changed: (part.is_changed)(&link, stop.figure.link),
        asked: &asked,
        on_asked: &on_asked,
        on_begin: &on_begin,
        on_told: &on_told,
    });
    let figure = part_figure(&LivePart {
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
