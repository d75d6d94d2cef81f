//! Places of the lanes of an access in the matrix, in the panel.

use swizzle_draw::hex;
use swizzle_warp::{Spot, Spots};
use yew::prelude::*;

use super::field::section;
use crate::element::{Attr, Element, el};
use crate::page::Look;

/// Height of a row, and room for its number, in pixels; and the width of all.
const ROW: u32 = 12;
const HEADS: u32 = 28;
const WIDTH: u32 = 232;
/// Rows that are drawn.
const ROWS: usize = 32;

/// The matrix: rows that a lane touches, 16 bytes from line to line.
pub(super) fn lanes_matrix(
    spots: &Spots,
    look: Look,
    at: Option<u32>,
    on_at: &Callback<Option<u32>>,
) -> Element {
    let colours = look.palette.colours(look.theme);
    let rows = spots.lines.len().clamp(1, ROWS) as u32;
    let words = spots.words.max(1);
    let word = f64::from(WIDTH - HEADS) / f64::from(words);
    let x = |of: u32| f64::from(HEADS) + f64::from(of) * word;
    let height = rows * ROW;
    let units: String = (1..words.div_ceil(4))
        .map(|unit| format!("M{:.2} 0v{height}", x(unit * 4)))
        .chain((1..rows).map(|row| format!("M{HEADS} {}H{WIDTH}", row * ROW)))
        .collect();
    let lane = |spot: &Spot| {
        let of = spot.lane;
        let rect = el("path")
            .class("lanes-cell")
            .class_if(at == Some(of), "is-at")
            .attr(
                Attr::D,
                format!(
                    "M{:.2} {}h{:.2}v{ROW}h-{:.2}z",
                    x(spot.word),
                    spot.line * ROW,
                    f64::from(spot.words) * word,
                    f64::from(spot.words) * word
                ),
            )
            .attr(
                Attr::Style,
                format!("fill:{}", hex(colours[spot.group as usize % 8])),
            );
        rect.on_pointer_move(on_at.reform(move |_: PointerEvent| Some(of)))
    };
    let is_seen = |spot: &&Spot| spot.line < rows;
    let seen = spots.spots.iter().filter(is_seen);
    // The lane at hand is drawn last, so that its outline is on top of its neighbours.
    let (others, here): (Vec<&Spot>, Vec<&Spot>) = seen.partition(|spot| Some(spot.lane) != at);
    let head = |(row, name): (u32, &String)| {
        let number = name.trim_start_matches("row ").to_owned();
        el("text")
            .attr(Attr::X, HEADS - 6)
            .attr(Attr::Y, row * ROW + 10)
            .attr(Attr::TextAnchor, "end")
            .child(number)
    };
    let heads = (0..rows)
        .zip(&spots.lines)
        .filter(|(row, _)| row.is_multiple_of(4));
    let more = spots.lines.len().saturating_sub(ROWS);
    section("In the matrix")
        .child(
            el("svg")
                .class("lanes-matrix")
                .attr(Attr::ViewBox, format!("0 0 {WIDTH} {height}"))
                .attr(Attr::Role, "img")
                .attr(Attr::AriaLabel, "Lanes in the matrix, coloured by group")
                .on_pointer_leave(on_at.reform(|_: PointerEvent| None))
                .child(
                    el("path")
                        .class("memory-ground")
                        .attr(Attr::D, format!("M{HEADS} 0H{WIDTH}v{height}H{HEADS}z")),
                )
                .child(el("path").class("lanes-units").attr(Attr::D, units))
                .children(heads.map(head))
                .children(others.into_iter().map(lane))
                .children(here.into_iter().map(lane)),
        )
        .child((more > 0).then(|| {
            el("p")
                .class("hint")
                .child(format!("And {more} more rows."))
        }))
}
