//! One stop of a lesson: text and question beside the figure.

use swizzle_draw::Shows;
use swizzle_learn::{Kind, LESSONS, shown_from_keys};
use swizzle_view::Route;
use yew::prelude::*;

use super::address::{next, previous, stop_address, whole_address};
use super::ask::{Ask, Asked, ask, clicked, wanted};
use super::figure::{Live, figure, is_changed, start, use_picture};
use super::heading::Heading;
use super::learned::learned;
use super::progress::{is_done, set_done};
use super::text::{At, blocks};
use crate::browser;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::Look;
use crate::view::{use_hover, use_hovered};

/// Properties of [`StopPage`].
#[derive(Properties, PartialEq)]
pub(super) struct StopPageProps {
    /// The lesson, by its place.
    pub lesson: usize,
    /// Its stop, by its place.
    pub stop: usize,
    /// Theme and colours.
    pub look: Look,
    /// Whether it stands below other stops on a page that has a heading.
    #[prop_or_default]
    pub is_part: bool,
}

/// The page of a stop.
#[component]
pub(super) fn StopPage(props: &StopPageProps) -> Html {
    let lesson = &LESSONS[props.lesson];
    let stop = &lesson.stops[props.stop];
    let address = stop_address(props.lesson, props.stop);
    // All stops of a lesson on one page are there to be answered on paper, too.
    let was_done = !props.is_part && is_done(&address);
    let handle = use_reducer_eq(|| {
        let mut state = start(&stop.figure);
        state.shown.pinned = wanted(stop).filter(|_| was_done);
        state
    });
    let (state, dispatch) = (&*handle, handle.dispatcher());
    let hover = use_hover();
    let hovered = use_hovered(&hover);
    let (asked, on_asked) = use_value(|| None::<Asked>);
    let asked = asked.unwrap_or_else(|| match was_done {
        true => Asked::former(stop),
        false => Asked::default(),
    });
    let on_asked = Callback::from(move |asked: Asked| {
        // Before the page is drawn again, whose dots show it.
        if asked.judged == Some(true) {
            set_done(&address);
        }
        on_asked.emit(Some(asked));
    });
    let picture = use_picture(&state.shown);
    {
        // A cell that is pinned is an answer where a click is asked for.
        let (asked, on_asked) = (asked.clone(), on_asked.clone());
        use_effect_with(state.shown.pinned, move |pinned| {
            let at = pinned.filter(|_| !asked.is_open());
            let answer = at.and_then(|at| clicked(stop, at));
            if let Some(answer) = answer {
                on_asked.emit(Asked::after(stop, &answer, asked.typed));
            }
        });
    }
    let asked_about = shown_from_keys(stop.asked_link()).spec().ok();
    let (Some(picture), Some(spec)) = (picture, asked_about) else {
        return el("main").child("This figure has no picture.").into();
    };
    let question = ask(&Ask {
        stop,
        shown: &state.shown,
        spec: &spec,
        is_changed: is_changed(&stop.figure, &state.shown),
        asked: &asked,
        on_asked: &on_asked,
        look: props.look,
        dispatch: &dispatch,
    });
    let live = figure(&Live {
        figure: &stop.figure,
        of: stop.title,
        heading: if props.is_part { "h3" } else { "h2" },
        shown: &state.shown,
        picture: &picture,
        look: props.look,
        shows_descriptor: matches!(stop.ask.kind, Kind::Make(_))
            && state.shown.view.shows == Shows::Read,
        is_asking: !asked.is_open(),
        hovered,
        hover,
        dispatch: &dispatch,
    });
    let at = At {
        shown: &state.shown,
        spec: &picture.spec,
        dispatch: &dispatch,
        figure: &stop.figure,
        look: props.look,
        on_term: None,
    };
    let print_address = || {
        el("p")
            .class("learn-address")
            .child(browser::address_with(&stop_address(
                props.lesson,
                props.stop,
            )))
    };
    let is_last = props.stop + 1 == lesson.stops.len();
    let text = el("article").class("learn-text");
    let text = if props.is_part {
        text.child(el("h2").child(stop.title))
    } else {
        text.child(way(props.lesson))
            .child(html! { <Heading words={stop.title} /> })
    };
    let text = text
        .child(print_address())
        .child(blocks(stop.blocks, &at))
        .child(question)
        .child((is_last && !props.is_part).then(|| learned(props.lesson)))
        .child((!props.is_part).then(|| steps(props.lesson, props.stop)));
    el(if props.is_part { "section" } else { "main" })
        .class("learn")
        .child(text)
        .child(live)
        .into()
}

/// Where in the course this is.
fn way(lesson: usize) -> Element {
    el("p")
        .class("learn-where")
        .child(
            el("a")
                .attr(Attr::Href, Route::COURSE.address())
                .child("Lessons"),
        )
        .child(format!(" › {}. {} · ", lesson + 1, LESSONS[lesson].title))
        .child(
            el("a")
                .attr(Attr::Href, whole_address(lesson))
                .child("all stops on one page"),
        )
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
