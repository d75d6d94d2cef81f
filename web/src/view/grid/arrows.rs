//! LBO and SBO as arrows beside the cells.

use swizzle_core::Stride;
use swizzle_draw::ArrowPaths;
use swizzle_draw::scene::Arrow;

use super::geometry::Geometry;
use super::viewport::Viewport;
use crate::element::{Attr, Element, el};

const fn colour_class(stride: Stride) -> &'static str {
    match stride {
        Stride::Lbo => "arrow is-lbo",
        Stride::Sbo => "arrow is-sbo",
    }
}

/// An arrow that is longer has its label on it, a shorter one behind it.
const LONG: u32 = 160;
/// Before and behind a label, in pixels.
const AROUND: u32 = 6;

/// Start of a label of a given width that belongs at `at`, in a view whose edge is at `edge`: at `at`, at the edge where the
/// visible part of its arrow is long enough, or behind the tip. A label is shown whole or not at all, since what is left of a
/// number that is cut is another number.
fn label_from(at: u32, to: u32, edge: i32, width: u32) -> Option<u32> {
    let edge = edge.max(0).cast_unsigned();
    if at >= edge {
        Some(at)
    } else if to >= edge + width + 2 * AROUND {
        Some(edge + AROUND)
    } else {
        (to >= edge).then_some(to + AROUND)
    }
}

/// Width of an arrow's words in pixels, at the most.
pub fn arrow_words_width(words: &str) -> u32 {
    words.chars().count() as u32 * 6
}

/// The longest form of a label for which there is room, and where it begins.
fn label_across(arrow: &Arrow, at: u32, to: u32, (edge, end): (i32, u32)) -> Option<(&str, u32)> {
    [&*arrow.label, &*arrow.bytes]
        .into_iter()
        .find_map(|words| {
            let width = arrow_words_width(words);
            let from = label_from(at, to, edge, width)?;
            (from + width <= end).then_some((words, from))
        })
}

/// An arrow along the top, over the heads.
pub(super) fn across(arrow: &Arrow, geometry: &Geometry, viewport: &Viewport) -> Element {
    let from = arrow.from.column * geometry.pitch_x + 1;
    let to = arrow.to.column * geometry.pitch_x;
    let at = if to - from > LONG {
        from + 14
    } else {
        to + AROUND
    };
    let end = (viewport.left + viewport.width).max(0).cast_unsigned();
    let seen = (viewport.left, end.saturating_sub(geometry.left));
    let label = label_across(arrow, at, to, seen).map(|(words, x)| {
        el("text")
            .attr(Attr::X, x)
            .attr(Attr::Y, "9")
            .child(words.to_string())
    });
    drawn(arrow, &ArrowPaths::across(5, from + 3, to), label)
}

/// An arrow down the side.
pub(super) fn down(arrow: &Arrow, geometry: &Geometry, viewport: &Viewport) -> Element {
    let from = arrow.from.row * geometry.pitch_y + 1;
    let to = arrow.to.row * geometry.pitch_y;
    // If both strides run down, in the memory view, their arrows are side by side.
    let x = match arrow.stride {
        Stride::Sbo => geometry.arrows - 6,
        Stride::Lbo => 16,
    };
    let width = arrow_words_width(&arrow.label);
    let label = label_from(from + AROUND, to, viewport.top, width).map(|y| {
        el("text")
            .child(&arrow.label)
            .attr(
                Attr::Transform,
                format!("translate({},{y}) rotate(-90)", x - 7),
            )
            .attr(Attr::TextAnchor, "end")
    });
    drawn(arrow, &ArrowPaths::down(x, from + 3, to), label)
}

fn drawn(arrow: &Arrow, paths: &ArrowPaths, label: Option<Element>) -> Element {
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
        .child(label)
}

fn title(arrow: &Arrow) -> Element {
    el("title").child(format!("{}: {}", arrow.label, arrow.caption))
}

#[cfg(test)]
mod tests {
    use swizzle_draw::scene::CellAt;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_label_says_what_there_is_room_for() {
        let cell = |column| CellAt { column, row: 0 };
        let arrow = Arrow {
            stride: Stride::Lbo,
            from: cell(0),
            to: cell(4),
            label: "column stride 4096 B".into(),
            bytes: "4096 B".into(),
            caption: String::new(),
        };
        let label = |end| label_across(&arrow, 106, 100, (0, end));
        assert_eq!(label(226), Some(("column stride 4096 B", 106)));
        assert_eq!(label(225), Some(("4096 B", 106)));
        assert_eq!(label(142), Some(("4096 B", 106)));
        assert_eq!(label(141), None);
        // On what is seen of a long one.
        let label = |edge| label_across(&arrow, 15, 400, (edge, 600));
        assert_eq!(label(260), Some(("column stride 4096 B", 266)));
        assert_eq!(label(300), Some(("column stride 4096 B", 406)));
    }

    #[test]
    fn a_label_is_whole_or_not_there() {
        let (at, to, width) = (15, 500, 120);
        let label = |edge| label_from(at, to, edge, width);
        assert_eq!(label(0), Some(at));
        assert_eq!(label(15), Some(at));
        // It stays at the edge while the arrow does, and then behind its tip.
        assert_eq!(label(16), Some(22));
        assert_eq!(label(368), Some(374));
        assert_eq!(label(369), Some(506));
        assert_eq!(label(500), Some(506));
        assert_eq!(label(501), None);
        // One behind a short arrow goes with it.
        assert_eq!(label_from(106, 100, 107, width), None);
    }
}
