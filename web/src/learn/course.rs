//! The list of lessons.

use swizzle_learn::{CHAPTERS, Chapter, LESSONS, Lesson, Line, Span};
use swizzle_view::Route;
use yew::prelude::*;

use super::address::stop_address;
use super::arrived::Arrived;
use super::progress::{is_done, next_of};
use super::small::small;
use super::text::{link, term};
use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;
use crate::page::framed::{Framed, framed};

/// The lessons by chapters, with what was answered of each, below what an address named and is not there.
pub(super) fn course(look: Look, unknown: Option<String>) -> Html {
    let content = el("div")
        .class("learn-course")
        .child(html! { <Arrived /> })
        .child(unknown.map(|words| el("p").attr(Attr::Role, "status").child(words)))
        .child(el("p").child(
            "Start from what a tensor core reads; end by writing a descriptor. Each stop is one idea with a live figure and a question; answers stay in this browser.",
        ))
        .child(onward())
        .child(
            el("p")
                .class("hint")
                .child("It takes about two hours. In three minutes: ")
                .child(
                    el("a")
                        .attr(Attr::Href, Route::Journey.address())
                        .child("follow one byte"),
                )
                .child(" from global memory to a register."),
        )
        .children(CHAPTERS.iter().map(|one| chapter(one, look)));
    let title = "Learn to fill in a matrix descriptor";
    framed(Framed::plain("is-learn", title, content)).into()
}

/// A chapter: what a reader can do at its end, and its lessons.
fn chapter(chapter: &'static Chapter, look: Look) -> Element {
    let lessons = chapter.lessons();
    let places = lessons.clone().map(|(place, _)| place + 1);
    let (first, last) = (places.clone().min().unwrap_or(0), places.max().unwrap_or(0));
    let (done, stops) = lessons
        .clone()
        .fold((0, 0), |(done, stops), (place, lesson)| {
            (done + done_of(place), stops + lesson.stops.len())
        });
    el("section")
        .class("learn-chapter")
        .child(el("h2").child(chapter.title))
        .child(el("p").child(format!(
            "Lessons {first}–{last} · {}",
            progress(done, stops)
        )))
        .child(el("ol").children(lessons.map(|(place, lesson)| card(place, lesson, look))))
}

/// A lesson of the list.
fn card(place: usize, lesson: &Lesson, look: Look) -> Element {
    let stops = lesson.stops.len();
    let done = done_of(place);
    let next = (0..stops).find(|stop| !is_done(&stop_address(place, *stop)));
    let dots = (0..stops).map(|at| el("i").class_if(at < done, "is-done"));
    el("li")
        .class("learn-card")
        .class_if(done == stops, "is-done")
        .child(small(&lesson.picture, look))
        .child(
            el("span")
                .class("learn-number-of")
                .attr(Attr::AriaHidden, "true")
                .child(format!("Lesson {}", place + 1)),
        )
        .child(
            el("a")
                .class("learn-open")
                .attr(Attr::Href, stop_address(place, next.unwrap_or(0)))
                .child(lesson.title),
        )
        .child(el("p").child(words(lesson.summary)))
        .child(
            el("span")
                .class("learn-progress")
                .attr(Attr::AriaHidden, "true")
                .children(dots),
        )
        .child(el("small").child(progress(done, stops)))
}

/// Stops of a lesson that were answered.
fn done_of(lesson: usize) -> usize {
    let stops = 0..LESSONS[lesson].stops.len();
    stops
        .filter(|stop| is_done(&stop_address(lesson, *stop)))
        .count()
}

/// How many of some stops were answered.
fn progress(done: usize, stops: usize) -> String {
    match done {
        0 => format!("{stops} stops"),
        done if done == stops => "all answered".into(),
        done => format!("{done} of {stops} answered"),
    }
}

/// The button that leads to the next stop.
fn onward() -> Element {
    let stops = |lesson: usize| (0..LESSONS[lesson].stops.len()).map(move |stop| (lesson, stop));
    let stops: Vec<_> = (0..LESSONS.len()).flat_map(stops).collect();
    let address = |(lesson, stop): &(usize, usize)| stop_address(*lesson, *stop);
    let addresses: Vec<_> = stops.iter().map(address).collect();
    let Some(next) = next_of(&addresses) else {
        return el("p").child("All questions are answered.");
    };
    let (lesson, stop) = stops[next];
    let is_begun = addresses.iter().any(|address| is_done(address));
    let lesson_and_stop = format!(
        "Lesson {}, stop {}: {}",
        lesson + 1,
        stop + 1,
        LESSONS[lesson].stops[stop].title
    );
    el("p")
        .class("learn-onward")
        .child(
            el("a")
                .class("button is-main")
                .attr(Attr::Href, addresses[next].clone())
                .child(if is_begun { "Continue" } else { "Begin" }),
        )
        .child(el("span").child(lesson_and_stop))
}

/// The words of what has no figure.
pub(super) fn words(line: Line) -> Element {
    fragment().children(line.spans().map(|span| {
        match span {
            Span::Text(words) => fragment().child(words),
            Span::Code(words) | Span::Value(words) | Span::Knob(words) => el("code").child(words),
            // A condition is about a figure, and there is none.
            Span::If(..) => fragment(),
            Span::Term(words, slug) => term(words, slug),
            Span::Link(words, address) => link(words, address),
        }
    }))
}
