//! LBO and SBO as arrows beside the cells.

use swizzle_core::Stride;
use swizzle_core::scene::Arrow;

use super::geometry::Geometry;
use crate::element::{Attr, Element, el};

const fn colour_class(stride: Stride) -> &'static str {
    match stride {
        Stride::Lbo => "arrow is-lbo",
        Stride::Sbo => "arrow is-sbo",
    }
}

/// An arrow along the top.
pub(super) fn across(arrow: &Arrow, geometry: &Geometry) -> Element {
    let from = arrow.from.column * geometry.pitch_x + 1;
    let to = arrow.to.column * geometry.pitch_x;
    let line = format!("M{} 18H{}", from + 3, to.saturating_sub(7));
    let label = el("text").attr(Attr::X, from + 2).attr(Attr::Y, "10");
    el("g")
        .class(colour_class(arrow.stride))
        .child(title(arrow))
        .child(dot().attr(Attr::Cx, from + 3).attr(Attr::Cy, "18"))
        .child(el("path").attr(Attr::D, line))
        .child(head(format!("M{to} 18l-8 -4.5v9z")))
        .child(label.child(&arrow.label))
}

/// An arrow down the side.
pub(super) fn down(arrow: &Arrow, geometry: &Geometry) -> Element {
    let from = arrow.from.row * geometry.pitch_y + 1;
    let to = arrow.to.row * geometry.pitch_y;
    // Where both strides run down, in the memory view, they stand side by side.
    let x = match arrow.stride {
        Stride::Sbo => geometry.arrows - 10,
        Stride::Lbo => 17,
    };
    let (tip, back) = if to > from { (to, -8) } else { (to, 8) };
    let middle = from + 6;
    let end = i64::from(tip) + i64::from(back);
    let line = format!("M{x} {}V{end}", from + 3);
    let turned = format!("translate({},{}) rotate(-90)", x - 7, middle);
    let label = el("text")
        .attr(Attr::Transform, turned)
        .attr(Attr::TextAnchor, "end");
    el("g")
        .class(colour_class(arrow.stride))
        .child(title(arrow))
        .child(dot().attr(Attr::Cx, x).attr(Attr::Cy, from + 3))
        .child(el("path").attr(Attr::D, line))
        .child(head(format!("M{x} {tip}l-4.5 {back}h9z")))
        .child(label.child(&arrow.label))
}

fn title(arrow: &Arrow) -> Element {
    el("title").child(format!("{}: {}", arrow.label, arrow.caption))
}

/// Where an arrow begins.
fn dot() -> Element {
    el("circle").attr(Attr::R, "3.5")
}

/// Where it ends.
fn head(path: String) -> Element {
    el("path").class("arrow-head").attr(Attr::D, path)
}
