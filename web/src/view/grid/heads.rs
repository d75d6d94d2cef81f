//! Heads of columns and rows.

use super::drawn::{Drawn, offset};
use super::viewport::Viewport;
use crate::element::{Attr, Element, el, fragment};

/// Size of the heads' text.
pub(super) const HEAD_FONT: u32 = 11;
/// Space between the heads of rows and the cells.
pub(super) const HEAD_GAP: u32 = 7;
/// Height of a column head's baseline above the cells, below an arrow.
pub(super) const HEAD_ABOVE: i64 = 5;
const HEAD_BASELINE: &str = "-5";
/// How far the foot of a row's head is below the middle of the row.
pub(super) const HEAD_BELOW: i64 = 3;

/// The narrowest cell two of which have room for a word and two numbers.
const WORDY: u32 = 28;

/// Heads of columns and rows; every 2nd, 4th, 8th … where they would touch.
pub fn heads(drawn: &Drawn, viewport: &Viewport) -> Element {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let (x, y) = offset(geometry, viewport, scene);
    let longest = scene
        .across
        .heads
        .iter()
        .map(|head| head.chars().count())
        .max();
    let every = every(geometry.pitch_x, (longest.unwrap_or(1) as u32 + 1) * 7);
    let columns = scene
        .window
        .columns
        .clone()
        .zip(&scene.across.heads)
        .zip(0..)
        .filter(|((column, _), _)| column.is_multiple_of(every))
        .map(|((_, head), place): ((u32, &String), u32)| {
            let middle = place * geometry.pitch_x + geometry.pitch_x / 2;
            el("text")
                .attr(Attr::X, middle)
                .attr(Attr::Y, HEAD_BASELINE)
                .child(head)
        });
    // Above a folded matrix are the rows of its strips.
    let strips = scene.strips.iter().map(|strip| {
        let middle = (strip.columns.start + strip.columns.end) * geometry.pitch_x / 2;
        let mut text = strip.text();
        // The numbers alone, where the word would be cut.
        if geometry.pitch_x < WORDY {
            text = text.replace("rows ", "");
        }
        el("text")
            .attr(Attr::X, middle)
            .attr(Attr::Y, HEAD_BASELINE)
            .child(text)
    });
    let is_folded = !scene.strips.is_empty();
    let columns = columns.filter(|_| !is_folded).chain(strips);
    let every = self::every(geometry.pitch_y, 13);
    let mut rows = String::new();
    for (row, head) in scene.window.rows.clone().zip(&scene.down.heads) {
        if row.is_multiple_of(every) {
            rows.push_str(head);
        }
        rows.push('\n');
    }
    let (left, top) = (geometry.left, geometry.top);
    let columns = el("g")
        .attr(Attr::Transform, format!("translate({x},{top})"))
        .attr(Attr::FontSize, HEAD_FONT)
        .children(columns);
    let rows_style = format!(
        "font-size:{HEAD_FONT}px;line-height:{}px;transform:translateY({y}px)",
        geometry.pitch_y
    );
    let rows = el("pre").attr(Attr::Style, rows_style).child(rows);
    let columns = el("svg")
        .class("grid-heads")
        .attr(Attr::Style, format!("left:{left}px;height:{top}px"))
        .child(columns);
    let rows = el("div")
        .class("grid-row-heads")
        .attr(
            Attr::Style,
            format!("top:{top}px;width:{}px", left - HEAD_GAP),
        )
        .child(rows);
    let name = |y: u32, name: &'static str| {
        el("text")
            .attr(Attr::X, left - HEAD_GAP)
            .attr(Attr::Y, y)
            .attr(Attr::TextAnchor, "end")
            .child(name)
    };
    let names = el("svg")
        .class("grid-heads grid-axes")
        .attr(Attr::Style, format!("height:{top}px"))
        .child(name(10, scene.across.name))
        .child(name(top - 5, scene.down.name));
    fragment().child(columns).child(rows).child(names)
}

/// The least power of two that leaves `room` between heads.
fn every(pitch: u32, room: u32) -> u32 {
    let mut every = 1;
    while every * pitch.max(1) < room {
        every *= 2;
    }
    every
}
