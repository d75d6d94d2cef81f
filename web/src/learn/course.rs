//! The list of lessons.

use swizzle_learn::{LESSONS, Line, Span};
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

/// The list of lessons, with what was answered of each, below what an address named and is not there.
pub(super) fn course(look: Look, unknown: Option<String>) -> Html {
    let lessons = LESSONS.iter().enumerate().map(|(place, lesson)| {
        let addresses = (0..lesson.stops.len()).map(|stop| stop_address(place, stop));
        let (mut done, mut next) = (0, None);
        for address in addresses {
            if is_done(&address) {
                done += 1;
            } else {
                next = next.or(Some(address));
            }
        }
        let to = next.unwrap_or_else(|| stop_address(place, 0));
        let stops = lesson.stops.len();
        let progress = match done {
            0 => format!("{stops} stops"),
            done if done == stops => "all answered".into(),
            done => format!("{done} of {stops} answered"),
        };
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
                    .attr(Attr::Href, to)
                    .child(lesson.title),
            )
            .child(el("p").child(words(lesson.summary)))
            .child(
                el("span")
                    .class("learn-progress")
                    .attr(Attr::AriaHidden, "true")
                    .children(dots),
            )
            .child(el("small").child(progress))
    });
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
                .child("It takes about two hours. In a hurry: ")
                .child(way(WRITE))
                .child(" is about writing a descriptor, ")
                .child(way(READ))
                .child(" about reading one, and ")
                .child(way(TENSOR_MEMORY))
                .child(" begins the part on Blackwell’s tensor memory."),
        )
        .child(
            el("p")
                .class("hint")
                .child("In three minutes: ")
                .child(
                    el("a")
                        .attr(Attr::Href, Route::Journey.address())
                        .child("follow one byte"),
                )
                .child(" from global memory to a register."),
        )
        .child(el("ol").children(lessons));
    let title = "Learn to fill in a matrix descriptor";
    framed(Framed::plain("is-learn", title, content)).into()
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

/// The lesson in which a descriptor is written, counted from 0.
const WRITE: usize = 6;
/// And the one in which a stranger's is read.
const READ: usize = 11;
/// And the first on tensor memory.
const TENSOR_MEMORY: usize = 14;

fn way(lesson: usize) -> Element {
    el("a")
        .attr(Attr::Href, stop_address(lesson, 0))
        .child(format!("lesson {}", lesson + 1))
}

/// The words of what has no figure.
pub(super) fn words(line: Line) -> Element {
    fragment().children(line.spans().map(|span| {
        match span {
            Span::Text(words) => fragment().child(words),
            Span::Code(words) | Span::Value(words) | Span::Knob(words) => el("code").child(words),
            // There is no figure for them to hang on.
            Span::If(..) => fragment(),
            Span::Term(words, slug) => term(words, slug),
            Span::Link(words, address) => link(words, address),
        }
    }))
}
