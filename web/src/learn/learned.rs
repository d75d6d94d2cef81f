//! Summary of what a reader has learned at the end of a lesson, and the way on.

use swizzle_learn::LESSONS;
use swizzle_view::Route;

use super::address::stop_address;
use super::course::words;
use crate::element::{Attr, Element, el};

/// The card at the end of a lesson.
pub(super) fn learned(lesson: usize) -> Element {
    let items = LESSONS[lesson].learned.iter();
    let way = match LESSONS.get(lesson + 1) {
        Some(next) => (
            stop_address(lesson + 1, 0),
            format!("Continue with lesson {}: {}", lesson + 2, next.title),
        ),
        None => (
            Route::Atlas.address(),
            "This was the last lesson. Open the atlas".into(),
        ),
    };
    el("section")
        .class("learn-learned")
        .child(el("h2").child("Now you know"))
        .child(el("ul").children(items.map(|line| el("li").child(words(*line)))))
        .child(el("p").child(el("a").attr(Attr::Href, way.0).child(way.1)))
}
