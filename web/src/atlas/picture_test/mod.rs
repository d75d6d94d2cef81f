//! A dump as images.

mod canvas;
mod of_dump;
pub mod own_image;
mod side;

use swizzle_core::{Coord, Descriptor};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Element, el, fragment};
pub use of_dump::ComingDumpImages;
use own_image::{ImageAsked, own_image};
use side::{Outline, Outlines};

/// Its style.
const STYLE: &str = style!("picture-test.css");

/// The outlines of the left and of the right image, where an element's place gets another one, or its own.
fn outlines(pointed: Option<Coord>, source: Option<Coord>) -> (Outlines, Outlines) {
    let is_right = source.is_some() && source == pointed;
    let kind = |is_own: bool| match (is_right, is_own) {
        (true, _) => Outline::Right,
        (false, true) => Outline::Actual,
        (false, false) => Outline::Expected,
    };
    let written = [
        pointed.map(|at| (at, kind(false))),
        source.filter(|_| !is_right).map(|at| (at, kind(true))),
    ];
    (written, [pointed.map(|at| (at, kind(true))), None])
}

/// Controls that choose the image and whether errors are tinted.
fn tools(
    asked: &ImageAsked,
    words: &'static str,
    marks_wrong: bool,
    on_marks: &Callback<bool>,
) -> Element {
    let mark = button(Button {
        words,
        is_pressed: Some(marks_wrong),
        on_click: on_marks.reform(move |_| !marks_wrong),
        ..Button::default()
    });
    el("div")
        .class("picture-tools wraps gap")
        .child(mark)
        .child(own_image(asked))
}

/// A descriptor in two halves, which may be one under the other; digits that differ from the expected ones are red.
fn broken_hex(shown: Descriptor, expected: Descriptor) -> Element {
    let [shown, expected] = [shown, expected].map(|one| one.to_string());
    let digits = shown.char_indices().zip(expected.chars());
    let digits = digits.map(|((at, digit), expected)| {
        let is_wrong = digit != expected;
        fragment()
            .child((at + 8 == shown.len()).then(|| el("wbr")))
            .child(
                el("span")
                    .class_if(is_wrong, "is-wrong")
                    .child(digit.to_string()),
            )
    });
    el("code").children(digits.collect::<Vec<_>>().into_iter())
}

/// Rows with wrong elements in red, those without in green, from the top.
fn gauge(rows: impl Iterator<Item = bool>) -> String {
    let rows: Vec<bool> = rows.collect();
    let part = |at: usize| at as f64 / rows.len() as f64 * 100.0;
    let stops = rows.iter().enumerate().map(|(at, is_wrong)| {
        let colour = if *is_wrong { "error" } else { "good" };
        format!("var(--{colour}) {:.2}% {:.2}%", part(at), part(at + 1))
    });
    let stops: Vec<String> = stops.collect();
    format!("background:linear-gradient({})", stops.join(","))
}
