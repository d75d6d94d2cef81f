//! A small picture of a figure: colours and borders, nothing to read and nothing to press.

use swizzle_draw::scene::{Drawing, PaneKind, Window};
use swizzle_draw::{hex, marked_thumbnail_svg};
use swizzle_learn::{Show, Small, shown_from_keys};
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::page::Look;

/// Cells at most, across and down.
const CELLS: (u32, u32) = (16, 8);
/// The same of a word's picture.
const CELLS_OF_WORD: (u32, u32) = (16, 16);

/// Lanes and columns of tensor memory at most.
const REGIONS: (u32, u32) = (256, 128);

/// The picture of a lesson.
pub(super) fn small(small: &Small, look: Look) -> Element {
    drawn(small, CELLS, look)
}

/// Picture of a word: its meaning is marked, and the rest is pale.
pub(super) fn of_word(small: &Small, look: Look) -> Element {
    drawn(small, CELLS_OF_WORD, look)
}

fn drawn(small: &Small, cells: (u32, u32), look: Look) -> Element {
    match small {
        Small::Tile { link, show, mark } => {
            let kind = match show {
                Show::Memory => PaneKind::Memory,
                Show::Matrix | Show::Both => PaneKind::Matrix,
            };
            picture(link, kind, cells, mark, look)
        }
        Small::Regions { blocks, .. } => regions(blocks, look),
    }
}

/// Regions of tensor memory: lanes from the top down, columns from left to right.
fn regions(blocks: &[[u32; 5]], look: Look) -> Element {
    let (columns, lanes) = REGIONS;
    let block = |[class, lane, lanes, column, columns]: &[u32; 5]| {
        let colour = hex(look.palette.colour(look.theme, *class as u8));
        el("path").attr(Attr::Style, format!("fill:{colour}")).attr(
            Attr::D,
            format!("M{column} {lane}h{columns}v{lanes}h-{columns}z"),
        )
    };
    let frame = format!("M0 0H{columns}V{lanes}H0z");
    el("span").class("learn-small").child(
        el("svg")
            .attr(Attr::ViewBox, format!("0 0 {columns} {lanes}"))
            .attr(Attr::AriaHidden, "true")
            .children(blocks.iter().map(block))
            .child(el("path").class("is-frame").attr(Attr::D, frame)),
    )
}

fn picture(
    keys: &str,
    kind: PaneKind,
    (columns, rows): (u32, u32),
    mark: &str,
    look: Look,
) -> Element {
    let frame = el("span").class("learn-small");
    let shown = shown_from_keys(keys);
    let Ok(spec) = shown.spec() else {
        return frame;
    };
    let drawing = Drawing::of(&spec, shown.view);
    let size = drawing.size(kind);
    let window = Window {
        columns: 0..size.columns.min(columns),
        rows: 0..size.rows.min(rows),
    };
    let scene = drawing.scene(kind, &window);
    let svg = marked_thumbnail_svg(&scene, look.palette, look.theme, mark);
    frame.child(Html::from_html_unchecked(svg.into()))
}
