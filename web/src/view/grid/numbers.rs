//! The numbers of the cells in view: a block of text for each way in which they stand.

use std::fmt::Write as _;

use swizzle_core::scene::{Cell, Label, Mark, Scene};

use super::geometry::Geometry;
use super::metrics::{Spacing, px};
use crate::element::{Attr, Element, el};

/// The smallest size of what stands beneath a number.
const LEAST_BENEATH: f64 = 9.0;
/// Cells lower than this have room for one line.
const TWO_LINES: u32 = 18;

/// Numbers of one look, blank where a cell has none of it.
pub(super) struct Block {
    class: &'static str,
    style: String,
    text: String,
}

/// How numbers of a block stand in their cells.
struct Standing {
    class: &'static str,
    font: f64,
    /// Pixels downwards from the middle.
    down: f64,
}

/// The numbers of a scene: those that are right, and of a read that is not, what is wrong, missing and meant.
pub(super) fn blocks(scene: &Scene, geometry: &Geometry) -> Vec<Block> {
    let font = geometry.font;
    if font <= 0.0 {
        return Vec::new();
    }
    let height = f64::from(geometry.pitch_y);
    let middle = |class| Standing {
        class,
        font,
        down: 0.0,
    };
    let plain = middle("grid-numbers");
    if scene.beneath.is_empty() {
        return vec![block(scene, geometry, &plain, |cell, _| Some(cell.label))];
    }
    let has_room = geometry.pitch_y >= TWO_LINES;
    // A number is higher than its digits by a quarter: so much of two lines may lie over each other.
    let of_two = (height - LEAST_BENEATH).floor().max(LEAST_BENEATH);
    let font = if has_room { font.min(of_two) } else { font };
    let small = (font - 2.0).max(LEAST_BENEATH);
    let raised = |class| Standing {
        class,
        font,
        down: if has_room { -height * 0.17 } else { 0.0 },
    };
    let lowered = Standing {
        class: "grid-numbers is-beneath",
        font: small,
        down: height * 0.24,
    };
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
    if has_room {
        blocks.push(block(scene, geometry, &lowered, |_, beneath| Some(beneath)));
    }
    blocks
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
        "font-size:{};line-height:{}px;letter-spacing:{};word-spacing:{}",
        px(standing.font),
        geometry.pitch_y,
        px(spacing.letter),
        px(spacing.word)
    );
    if spacing.shift != 0.0 {
        let _ = write!(style, ";left:{}", px(spacing.shift));
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
    /// As an element.
    pub(super) fn element(&self) -> Element {
        el("pre")
            .class(self.class)
            .attr(Attr::Style, self.style.clone())
            .child(&self.text)
    }
}
