//! The lanes of an access as a picture, over the matrix and over shared memory, with one lane at hand in both.

use swizzle_warp::Spots;
use wasm_bindgen::JsCast as _;
use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// Colours of groups, by their number.
const GROUPS: [&str; 4] = ["is-group-0", "is-group-1", "is-group-2", "is-group-3"];

/// Words that the labels of lines take.
const LABEL: u32 = 5;

/// The picture. `at` is the lane at hand.
pub(super) fn spots_picture(
    name: String,
    spots: &Spots,
    groups: u32,
    at: Option<u32>,
    on_at: &Callback<Option<u32>>,
) -> Element {
    let (words, lines) = (spots.words.max(1), spots.lines.len().max(1) as u32);
    let group = |group: u32| {
        el("path")
            .class(GROUPS[group as usize % GROUPS.len()])
            .attr(Attr::D, spots.path(group))
    };
    let number = |spot: &swizzle_warp::Spot| {
        let x = f64::from(spot.word) + f64::from(spot.words) / 2.0;
        el("text")
            .attr(Attr::X, format!("{x}"))
            .attr(Attr::Y, format!("{}.74", spot.line))
            .attr(Attr::TextAnchor, "middle")
            .child(spot.lane.to_string())
    };
    let label = |(line, text): (usize, &String)| {
        el("text")
            .class("memory-line")
            .attr(Attr::X, "-0.4")
            .attr(Attr::Y, format!("{line}.72"))
            .attr(Attr::TextAnchor, "end")
            .child(text.clone())
    };
    let at_hand = at.and_then(|lane| spots.spots.iter().find(|spot| spot.lane == lane));
    let cursor = at_hand.map(|spot| {
        el("path").class("memory-cursor").attr(
            Attr::D,
            format!(
                "M{} {}h{}v1h-{}z",
                spot.word, spot.line, spot.words, spot.words
            ),
        )
    });
    let columns: String = (0..=words / 4)
        .map(|at| format!("M{} 0v{lines}", at * 4))
        .collect();
    let on_move = {
        let (on_at, spots) = (on_at.clone(), spots.clone());
        Callback::from(move |event: PointerEvent| on_at.emit(lane_under(&event, &spots)))
    };
    el("svg")
        .class("memory-spots")
        .attr(
            Attr::ViewBox,
            format!("-{LABEL} 0 {} {lines}", words + LABEL),
        )
        .attr(Attr::Role, "img")
        .attr(Attr::AriaLabel, name)
        .attr(
            Attr::Style,
            format!("aspect-ratio:{} / {lines}", words + LABEL),
        )
        .on_pointer_move(on_move)
        .on_pointer_leave(on_at.reform(|_: PointerEvent| None))
        .child(
            el("path")
                .class("memory-ground")
                .attr(Attr::D, format!("M0 0h{words}v{lines}h-{words}z")),
        )
        .child(el("path").class("memory-columns").attr(Attr::D, columns))
        .children((0..groups).map(group))
        .children(spots.spots.iter().map(number))
        .children(spots.lines.iter().enumerate().map(label))
        .child(cursor)
}

/// The lane under the pointer; of several at one place the first.
fn lane_under(event: &PointerEvent, spots: &Spots) -> Option<u32> {
    let node = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let place = node.closest("svg").ok()??.get_bounding_client_rect();
    let across = (f64::from(event.client_x()) - place.left()) / place.width();
    let down = (f64::from(event.client_y()) - place.top()) / place.height();
    let word = across * f64::from(spots.words + LABEL) - f64::from(LABEL);
    let line = down * spots.lines.len() as f64;
    if word < 0.0 || line < 0.0 {
        return None;
    }
    spots.lanes_at(line as u32, word as u32).first().copied()
}
