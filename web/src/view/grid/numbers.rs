//! The numbers of the cells in view: one block of text for each way of placing them.

use std::fmt::Write as _;

use swizzle_draw::scene::{Cell, Label, Mark, Scene};

use super::geometry::Geometry;
use super::metrics::{Spacing, px};
use crate::element::{Attr, Element, el};

/// The smallest size of a number beneath another.
const LEAST_BENEATH: f64 = 9.0;
/// Cells lower than this have room for one line: the trace, and the arrow that leads there, then show what was expected.
const TWO_LINES: u32 = 24;
/// How high a digit is, in font sizes, and what stays free over, between and under two of them, at the least.
const DIGIT: f64 = 0.74;
const BETWEEN: f64 = 2.5;
/// How far digits are above the middle of their line, in font sizes.
const LOWERED: f64 = 0.05;

/// Numbers of one look, blank where a cell has none of it.
pub(super) struct Block {
    class: &'static str,
    style: String,
    text: String,
}

/// How the numbers of a block are placed in their cells.
#[derive(Clone, Copy)]
struct Standing {
    class: &'static str,
    font: f64,
    /// Pixels downwards from the middle.
    down: f64,
}

/// The numbers of a scene: the correct ones, and for a read that is not correct what is wrong, missing and expected.
pub(super) fn blocks(scene: &Scene, geometry: &Geometry) -> Vec<Block> {
    let font = geometry.font;
    if font <= 0.0 {
        return Vec::new();
    }
    let middle = |class| Standing {
        class,
        font,
        down: 0.0,
    };
    let plain = middle("grid-numbers");
    if scene.beneath.is_empty() {
        return vec![block(scene, geometry, &plain, |cell, _| Some(cell.label))];
    }
    let two = two_lines(geometry);
    let raised =
        |class| two.map_or_else(|| middle(class), |(raised, _)| Standing { class, ..raised });
    let of = |mark: Mark, has_beneath: bool| {
        move |cell: &Cell, beneath: Label| {
            let is_it = cell.mark == mark && (beneath != Label::Blank) == has_beneath;
            is_it.then_some(cell.label)
        }
    };
    let mut blocks = vec![
        block(scene, geometry, &plain, of(Mark::Plain, false)),
        block(
            scene,
            geometry,
            &raised("grid-numbers"),
            of(Mark::Plain, true),
        ),
        block(
            scene,
            geometry,
            &middle("grid-numbers is-wrong"),
            of(Mark::Wrong, false),
        ),
        block(
            scene,
            geometry,
            &raised("grid-numbers is-wrong"),
            of(Mark::Wrong, true),
        ),
        block(
            scene,
            geometry,
            &middle("grid-numbers is-missing"),
            of(Mark::Missing, false),
        ),
    ];
    if let Some((_, lowered)) = two {
        blocks.push(block(scene, geometry, &lowered, |_, beneath| Some(beneath)));
    }
    blocks
}

/// Whether cells are too low for one number beneath another.
pub(super) fn has_one_line(geometry: &Geometry) -> bool {
    geometry.pitch_y < TWO_LINES
}

/// How two numbers are placed in a cell, one above the other, with equal space above, between and below them; none where they
/// would touch.
fn two_lines(geometry: &Geometry) -> Option<(Standing, Standing)> {
    let height = f64::from(geometry.pitch_y);
    // In steps of half a pixel, as sizes of numbers are.
    let both = ((height - 3.0 * BETWEEN) / DIGIT * 2.0).floor() / 2.0;
    let smaller = |than: f64| (than - 2.0).max(LEAST_BENEATH);
    let small = smaller(geometry.font).min((both / 2.0 - 1.0).max(LEAST_BENEATH));
    let font = geometry.font.min(both - small);
    let apart = (height - DIGIT * (font + small)) / 3.0;
    let from_edge = |font: f64| height / 2.0 - apart - DIGIT * font / 2.0;
    // In most fonts digits are a little above the middle of their line.
    let lowered = |font: f64| LOWERED * font;
    let standing = |class, font, down| Standing { class, font, down };
    (!has_one_line(geometry)).then(|| {
        (
            standing("grid-numbers", font, lowered(font) - from_edge(font)),
            standing(
                "grid-numbers is-beneath",
                small,
                lowered(small) + from_edge(small),
            ),
        )
    })
}

/// The labels of a block, a line for each row.
fn block(
    scene: &Scene,
    geometry: &Geometry,
    standing: &Standing,
    label_of: impl Fn(&Cell, Label) -> Option<Label>,
) -> Block {
    let spacing = Spacing::new(geometry.pitch_x, standing.font);
    let (mut text, mut label) = (String::new(), String::new());
    let width = scene.window.columns.len().max(1);
    for (index, cell) in scene.cells.iter().enumerate() {
        label.clear();
        let beneath = scene.beneath.get(index).copied().unwrap_or(Label::Blank);
        if let Some(shown) = label_of(cell, beneath) {
            let _ = write!(label, "{shown}");
        }
        spacing.push(&mut text, &label);
        if (index + 1).is_multiple_of(width) {
            text.push('\n');
        }
    }
    let mut style = format!(
        "font-size:{};line-height:{}px;{}",
        px(standing.font),
        geometry.pitch_y,
        spacing.style()
    );
    if spacing.shift() != 0.0 {
        let _ = write!(style, ";left:{}", px(spacing.shift()));
    }
    if standing.down != 0.0 {
        let _ = write!(style, ";top:{}", px(standing.down));
    }
    Block {
        class: standing.class,
        style,
        text,
    }
}

impl Block {
    /// Returns it as an element.
    pub(super) fn element(&self) -> Element {
        el("pre")
            .class(self.class)
            .attr(Attr::Style, self.style.clone())
            .child(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn two_numbers_in_a_cell_never_touch_and_stay_inside_of_it() {
        for pitch_y in 12..=60 {
            let geometry = Geometry {
                arrows: 0,
                left: 0,
                top: 0,
                pitch_x: 36,
                pitch_y,
                font: 13.0,
            };
            let Some((over, under)) = two_lines(&geometry) else {
                assert!(pitch_y < TWO_LINES);
                continue;
            };
            let half = |at: &Standing| DIGIT * at.font / 2.0;
            let apart = under.down - half(&under) - (over.down + half(&over));
            let edge = f64::from(pitch_y) / 2.0;
            assert!(apart >= 2.0, "{apart} at {pitch_y}");
            assert!(over.down - half(&over) >= 2.0 - edge, "{pitch_y}");
            assert!(under.down + half(&under) <= edge - 1.0, "{pitch_y}");
            assert!(over.font >= LEAST_BENEATH && under.font >= LEAST_BENEATH);
        }
    }
}
