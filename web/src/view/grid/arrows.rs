//! LBO and SBO as arrows beside the cells.

use swizzle_core::Stride;
use swizzle_core::picture::ArrowPaths;
use swizzle_core::scene::Arrow;

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

/// Where a label begins that belongs at `at`, in a view whose edge stands at `edge`: there, or at the edge as long as its
/// arrow goes on for the label's length. Nowhere else, since what is left of a number that is cut is another number.
fn label_from(at: u32, to: u32, edge: i32) -> Option<u32> {
    let edge = edge.max(0).cast_unsigned();
    match at >= edge {
        true => Some(at),
        false => (to >= edge + LONG).then_some(edge + 6),
    }
}

/// Width of an arrow's words in pixels, at the most.
pub fn arrow_words_width(words: &str) -> u32 {
    words.chars().count() as u32 * 6
}

/// The longest form of a label for which there is room behind a short arrow.
fn label_within(arrow: &Arrow, room: u32) -> Option<&str> {
    [&*arrow.label, &*arrow.bytes]
        .into_iter()
        .find(|label| arrow_words_width(label) <= room)
}

/// An arrow along the top, over the heads.
pub(super) fn across(arrow: &Arrow, geometry: &Geometry, viewport: &Viewport) -> Element {
    let from = arrow.from.column * geometry.pitch_x + 1;
    let to = arrow.to.column * geometry.pitch_x;
    let is_long = to - from > LONG;
    let at = if is_long { from + 14 } else { to + 6 };
    let end = (viewport.left + viewport.width).max(0).cast_unsigned();
    let words = match is_long {
        true => Some(&*arrow.label),
        false => label_within(arrow, end.saturating_sub(geometry.left + at)),
    };
    let label = words
        .zip(label_from(at, to, viewport.left))
        .map(|(words, x)| {
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
    // Where both strides run down, in the memory view, they stand side by side.
    let x = match arrow.stride {
        Stride::Sbo => geometry.arrows - 6,
        Stride::Lbo => 16,
    };
    let label = label_from(from + 6, to, viewport.top).map(|y| {
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
    use swizzle_core::scene::CellAt;

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
        assert_eq!(label_within(&arrow, 120), Some("column stride 4096 B"));
        assert_eq!(label_within(&arrow, 119), Some("4096 B"));
        assert_eq!(label_within(&arrow, 36), Some("4096 B"));
        assert_eq!(label_within(&arrow, 35), None);
    }

    #[test]
    fn a_label_is_whole_or_not_there() {
        let (at, to) = (15, 500);
        assert_eq!(label_from(at, to, 0), Some(at));
        assert_eq!(label_from(at, to, 15), Some(at));
        // It stays at the edge while the arrow does.
        assert_eq!(label_from(at, to, 16), Some(22));
        assert_eq!(label_from(at, to, 340), Some(346));
        assert_eq!(label_from(at, to, 341), None);
        // One behind a short arrow goes with it.
        assert_eq!(label_from(106, 100, 107), None);
    }
}
