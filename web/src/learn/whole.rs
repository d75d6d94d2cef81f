//! All stops of a lesson below each other: to read on, and to print.

use swizzle_learn::LESSONS;
use yew::prelude::*;

use super::arrived::Arrived;
use super::learned::learned;
use super::stop::StopPage;
use crate::element::el;
use crate::page::Look;
use crate::page::framed::{Framed, framed};

/// The page of a whole lesson.
pub(super) fn whole(lesson: usize, look: Look) -> Html {
    let stops = (0..LESSONS[lesson].stops.len()).map(|stop| {
        html! { <StopPage key={format!("{lesson}/{stop}")} {lesson} {stop} {look} is_part={true} /> }
    });
    let content = el("div")
        .class("learn-whole")
        .child(html! { <Arrived /> })
        .children(stops)
        .child(learned(lesson));
    let title = LESSONS[lesson].title;
    framed(Framed {
        facts: Some(format!("Lesson {}, all stops", lesson + 1)),
        ..Framed::plain("is-learn", title, content)
    })
    .into()
}
