//! LBO and SBO as arrows beside the cells.

use swizzle_core::Stride;
use swizzle_core::picture::ArrowPaths;
use swizzle_core::scene::Arrow;

use super::geometry::Geometry;
use crate::element::{Attr, Element, el};

const fn colour_class(stride: Stride) -> &'static str {
    match stride {
        Stride::Lbo => "arrow is-lbo",
        Stride::Sbo => "arrow is-sbo",
    }
}

/// An arrow that is longer has its label on it, a shorter one behind it.
const LONG: u32 = 160;

/// An arrow along the top, over the heads.
pub(super) fn across(arrow: &Arrow, geometry: &Geometry) -> Element {
    let from = arrow.from.column * geometry.pitch_x + 1;
    let to = arrow.to.column * geometry.pitch_x;
    let x = if to - from > LONG { from + 14 } else { to + 6 };
    let label = el("text").attr(Attr::X, x).attr(Attr::Y, "9");
    drawn(arrow, &ArrowPaths::across(5, from + 3, to), label)
}

/// An arrow down the side.
pub(super) fn down(arrow: &Arrow, geometry: &Geometry) -> Element {
    let from = arrow.from.row * geometry.pitch_y + 1;
    let to = arrow.to.row * geometry.pitch_y;
    // Where both strides run down, in the memory view, they stand side by side.
    let x = match arrow.stride {
        Stride::Sbo => geometry.arrows - 6,
        Stride::Lbo => 16,
    };
    let turned = format!("translate({},{}) rotate(-90)", x - 7, from + 6);
    let label = el("text")
        .attr(Attr::Transform, turned)
        .attr(Attr::TextAnchor, "end");
    drawn(arrow, &ArrowPaths::down(x, from + 3, to), label)
}

fn drawn(arrow: &Arrow, paths: &ArrowPaths, label: Element) -> Element {
    let (x, y) = paths.dot;
    el("g")
        .class(colour_class(arrow.stride))
        .child(title(arrow))
        .child(
            el("circle")
                .attr(Attr::R, "3.5")
                .attr(Attr::Cx, x)
                .attr(Attr::Cy, y),
        )
        .child(el("path").attr(Attr::D, paths.line.clone()))
        .child(
            el("path")
                .class("arrow-head")
                .attr(Attr::D, paths.head.clone()),
        )
        .child(label.child(&arrow.label))
}

fn title(arrow: &Arrow) -> Element {
    el("title").child(format!("{}: {}", arrow.label, arrow.caption))
}
