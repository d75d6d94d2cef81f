//! One stop of a lesson: text and question beside the figure.

use swizzle_core::{Coord, Spec, state_from_link};
use swizzle_learn::{Kind, LESSONS};
use yew::prelude::*;

use super::ask::{Ask, Asked, ask, clicked, judged};
use super::figure::{Live, figure, start, use_picture};
use super::heading::Heading;
use super::place::{next, previous, stop_address};
use super::progress::{is_done, set_done};
use super::text::{At, blocks};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::site::Look;

/// Properties of [`StopPage`].
#[derive(Properties, PartialEq)]
pub(super) struct StopPageProps {
    /// The lesson, by its place.
    pub lesson: usize,
    /// Its stop, by its place.
    pub stop: usize,
    /// Theme and colours.
    pub look: Look,
}

/// The page of a stop.
#[component]
pub(super) fn StopPage(props: &StopPageProps) -> Html {
    let lesson = &LESSONS[props.lesson];
    let stop = &lesson.stops[props.stop];
    let address = stop_address(props.lesson, props.stop);
    let handle = use_reducer_eq(|| start(&stop.figure));
    let (state, dispatch) = (&*handle, handle.dispatcher());
    let (hovered, on_hover) = use_value(|| None::<Coord>);
    let (asked, on_asked) = use_value(Asked::default);
    let on_asked = Callback::from(move |asked: Asked| {
        // Before the page is drawn again, whose dots show it.
        if asked.judged == Some(true) {
            set_done(&address);
        }
        on_asked.emit(asked);
    });
    let picture = use_picture(&state.shown);
    {
        // A cell that is pinned is an answer where a click is asked for.
        let (asked, on_asked) = (asked.clone(), on_asked.clone());
        use_effect_with(state.shown.pinned, move |pinned| {
            let answer = pinned.and_then(|at| clicked(stop, at));
            if let Some(answer) = answer {
                on_asked.emit(Asked {
                    judged: judged(stop, &answer),
                    is_told: false,
                    ..asked
                });
            }
        });
    }
    let asked_about = Spec::new(&state_from_link(stop.asked_link()).state.params).ok();
    let (Some(picture), Some(spec)) = (picture, asked_about) else {
        return el("main").child("This figure has no picture.").into();
    };
    let question = ask(&Ask {
        stop,
        shown: &state.shown,
        spec: &spec,
        asked: &asked,
        on_asked: &on_asked,
        dispatch: &dispatch,
    });
    let live = figure(&Live {
        figure: &stop.figure,
        heading: "h2",
        shown: &state.shown,
        picture: &picture,
        look: props.look,
        shows_descriptor: matches!(stop.ask.kind, Kind::Make(_)),
        is_asking: asked.judged != Some(true) && !asked.is_told,
        hovered,
        on_hover,
        dispatch: &dispatch,
    });
    let at = At {
        shown: &state.shown,
        spec: &picture.spec,
        dispatch: &dispatch,
    };
    let text = el("article")
        .class("learn-text")
        .child(
            el("p")
                .class("learn-where")
                .child(el("a").attr(Attr::Href, "#/learn").child("Lessons"))
                .child(format!(" › {}. {}", props.lesson + 1, lesson.title)),
        )
        .child(html! { <Heading words={stop.title} /> })
        .child(blocks(stop.blocks, &at))
        .child(question)
        .child(steps(props.lesson, props.stop));
    el("main").class("learn").child(text).child(live).into()
}

/// The way on and back, and how far the lesson is.
fn steps(lesson: usize, stop: usize) -> Element {
    let link = |to: Option<(usize, usize)>, words: &'static str, class: &'static str| {
        to.map(|(lesson, stop)| {
            el("a")
                .class(class)
                .attr(Attr::Href, stop_address(lesson, stop))
                .child(words)
        })
    };
    let dots = (0..LESSONS[lesson].stops.len()).map(|at| {
        let address = stop_address(lesson, at);
        let done = if is_done(&address) { ", answered" } else { "" };
        el("a")
            .class("learn-dot")
            .class_if(is_done(&address), "is-done")
            .class_if(at == stop, "is-here")
            .attr(
                Attr::AriaLabel,
                format!("Stop {}: {}{done}", at + 1, LESSONS[lesson].stops[at].title),
            )
            .attr(Attr::Href, address)
    });
    el("nav")
        .class("learn-steps")
        .attr(Attr::AriaLabel, "Stops")
        .child(link(previous(lesson, stop), "← Back", "button"))
        .child(el("span").class("learn-dots").children(dots))
        .child(link(next(lesson, stop), "Next →", "button is-main"))
}
