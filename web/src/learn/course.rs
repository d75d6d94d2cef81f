//! The list of lessons.

use swizzle_learn::{LESSONS, Span};
use yew::prelude::*;

use super::address::{stop_address, term_address};
use super::heading::Heading;
use super::progress::is_done;
use crate::element::{Attr, Element, el, fragment};

/// The list of lessons, with what was answered of each.
pub(super) fn course() -> Html {
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
        el("li")
            .class_if(done == stops, "is-done")
            .child(
                el("a")
                    .attr(Attr::Href, to)
                    .child(el("strong").child(lesson.title)),
            )
            .child(el("p").child(words(lesson.summary)))
            .child(el("small").child(progress))
    });
    el("main")
        .class("learn-course")
        .child(html! { <Heading words="Learn to fill in a matrix descriptor" /> })
        .child(el("p").child(
            "From what a tensor core reads to a descriptor that you write yourself. Each stop is one idea with a live figure and a question; answers are remembered in this browser alone.",
        ))
        .child(
            el("p")
                .child("It takes about an hour and a half. In a hurry: ")
                .child(way(WRITE))
                .child(" is about writing a descriptor, ")
                .child(way(READ))
                .child(" about reading one."),
        )
        .child(el("ol").children(lessons))
        .into()
}

/// The lesson in which a descriptor is written, counted from 0.
const WRITE: usize = 6;
/// And the one in which a stranger's is read.
const READ: usize = 11;

fn way(lesson: usize) -> Element {
    el("a")
        .attr(Attr::Href, stop_address(lesson, 0))
        .child(format!("lesson {}", lesson + 1))
}

/// The words of a summary, which has no figure.
fn words(line: &'static [Span]) -> Element {
    fragment().children(line.iter().map(|span| {
        match span {
            Span::Text(words) => fragment().child(*words),
            Span::Strong(words) => el("strong").child(*words),
            Span::Emphasis(words) => el("em").child(*words),
            Span::Code(words) | Span::Value(words) | Span::Knob(words) => el("code").child(*words),
            // A summary has no figure for them to hang on.
            Span::If(..) => fragment(),
            Span::Link(words, to) => el("a").attr(Attr::Href, *to).child(*words),
            Span::Term(words, slug) => el("a")
                .class("learn-term")
                .attr(Attr::Href, term_address(slug))
                .child(*words),
        }
    }))
}
