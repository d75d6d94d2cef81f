//! A small picture of a figure: colours and borders, nothing to read and nothing to press.

use swizzle_core::picture::thumbnail_svg;
use swizzle_core::scene::{Drawing, SceneKind, Size, Window};
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
    let (drawn, _) = svg(keys, SceneKind::Matrix, CELLS, look);
    framed(drawn)
}

/// The picture of a word: what is meant is marked, and the rest is pale.
pub(super) fn of_word(small: &Small, look: Look) -> Element {
    let kind = match small.show {
        Show::Memory => SceneKind::Memory,
        Show::Matrix | Show::Both => SceneKind::Matrix,
    };
    let mark = small.mark;
    let (mut drawn, Size { columns, rows }) = svg(small.link, kind, CELLS_OF_WORD, look);
    if !mark.is_empty() {
        drawn.truncate(drawn.len().saturating_sub("</svg>".len()));
        if mark.ends_with('z') {
            drawn.push_str(&format!(
                "<path class=\"is-rest\" fill-rule=\"evenodd\" d=\"M0 0H{columns}V{rows}H0z{mark}\"/>"
            ));
        }
        drawn.push_str(&format!("<path class=\"is-word\" d=\"{mark}\"/></svg>"));
    }
    framed(drawn)
}

fn framed(svg: String) -> Element {
    el("span")
        .class("learn-small")
        .child(Html::from_html_unchecked(svg.into()))
}

/// The first cells of a view, and how many these are.
fn svg(keys: &str, kind: SceneKind, (columns, rows): (u32, u32), look: Look) -> (String, Size) {
    let shown = shown_from_keys(keys);
    let Ok(spec) = shown.spec() else {
        return (String::new(), Size { columns, rows });
    };
    let drawing = Drawing::of(&spec, shown.view);
    let size = drawing.size(kind);
    let size = Size {
        columns: size.columns.min(columns),
        rows: size.rows.min(rows),
    };
    let window = Window::all(size);
    let scene = drawing.scene(kind, &window);
    (thumbnail_svg(&scene, look.palette, look.theme), size)
}
