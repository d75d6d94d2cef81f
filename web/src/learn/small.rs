//! A small picture of a figure: colours and borders, nothing to read and nothing to press.

use swizzle_draw::marked_thumbnail_svg;
use swizzle_draw::scene::{Drawing, PaneKind, Window};
use swizzle_learn::{Show, Small, shown_from_keys};
use yew::prelude::*;

use crate::element::{Element, el};
use crate::page::Look;

/// Cells at most, across and down.
const CELLS: (u32, u32) = (16, 8);
/// The same of a word's picture.
const CELLS_OF_WORD: (u32, u32) = (16, 16);

/// The picture of a figure that these keys describe.
pub(super) fn small(keys: &str, look: Look) -> Element {
    picture(keys, PaneKind::Matrix, CELLS, "", look)
}

/// The picture of a word: what is meant is marked, and the rest is pale.
pub(super) fn of_word(small: &Small, look: Look) -> Element {
    let kind = match small.show {
        Show::Memory => PaneKind::Memory,
        Show::Matrix | Show::Both => PaneKind::Matrix,
    };
    picture(small.link, kind, CELLS_OF_WORD, small.mark, look)
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
