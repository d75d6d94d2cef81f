//! A small picture of a figure: colours and borders, nothing to read and nothing to press.

use swizzle_core::Shown;
use swizzle_core::picture::thumbnail_svg;
use swizzle_core::scene::{Drawing, SceneKind, Window};
use swizzle_learn::{Show, shown_from_keys};
use yew::prelude::*;

use crate::element::{Element, el};
use crate::page::Look;

/// Cells at most, across and down.
const CELLS: (u32, u32) = (16, 8);

/// The picture of a figure that these keys describe; the matrix where it shows both views.
pub(super) fn small(keys: &str, show: Show, look: Look) -> Element {
    el("span")
        .class("learn-small")
        .child(svg(&shown_from_keys(keys), show, look))
}

fn svg(shown: &Shown, show: Show, look: Look) -> Html {
    let Ok(spec) = shown.spec() else {
        return Html::default();
    };
    let kind = match show {
        Show::Memory => SceneKind::Memory,
        Show::Matrix | Show::Both => SceneKind::Matrix,
    };
    let drawing = Drawing::of(&spec, shown.view);
    let size = drawing.size(kind);
    let window = Window {
        columns: 0..size.columns.min(CELLS.0),
        rows: 0..size.rows.min(CELLS.1),
    };
    let scene = drawing.scene(kind, &window);
    Html::from_html_unchecked(thumbnail_svg(&scene, look.palette, look.theme).into())
}
