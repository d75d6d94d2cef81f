//! All stops of a lesson below each other: to read on, and to print.

use swizzle_learn::LESSONS;
use swizzle_view::Route;
use yew::prelude::*;

use super::heading::Heading;
use super::learned::learned;
use super::stop::StopPage;
use crate::element::{Attr, el};
use crate::page::Look;

/// The page of a whole lesson.
pub(super) fn whole(lesson: usize, look: Look) -> Html {
    let stops = (0..LESSONS[lesson].stops.len()).map(|stop| {
        html! { <StopPage key={format!("{lesson}/{stop}")} {lesson} {stop} {look} is_part={true} /> }
    });
    el("main")
        .class("learn-whole")
        .child(
            el("p")
                .class("learn-where")
                .child(
                    el("a")
                        .attr(Attr::Href, Route::COURSE.address())
                        .child("Lessons"),
                )
                .child(format!(" › lesson {}", lesson + 1)),
        )
        .child(html! { <Heading words={LESSONS[lesson].title} /> })
        .children(stops)
        .child(learned(lesson))
        .into()
}
