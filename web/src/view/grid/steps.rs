//! The other steps of a tile, outlined over a view: it is drawn where cells travel in the atlas.

use swizzle_draw::Shows;
use swizzle_draw::scene::{Paths, StepRead, StepReadKind, step_reads};
use yew::prelude::*;

use super::drawn::{Drawn, clip, clipped_offset};
use super::travel::TravelProps;
use crate::element::{Attr, Element, el};

/// Colours of a walk from its first step to its last.
const SHADES: u32 = 4;

/// Returns the class of a step's shade.
#[must_use]
pub fn step_shade(step: u32, steps: u32) -> &'static str {
    const CLASSES: [&str; SHADES as usize] = ["is-step-0", "is-step-1", "is-step-2", "is-step-3"];
    CLASSES[(step * SHADES / steps.max(1)).min(SHADES - 1) as usize]
}

/// An outline around what each step reads, the one that is looked at last.
#[component]
pub fn StepOutlines(props: &TravelProps) -> Html {
    let Drawn {
        scene, geometry, ..
    } = &*props.drawn;
    if props.fold.is_some() || props.picture.view.shows != Shows::Tile {
        return Html::default();
    }
    let drawing = &props.picture.drawing;
    let steps = drawing.drawn.steps();
    let cell = [geometry.pitch_x, geometry.pitch_y];
    let outline = |read: StepRead| -> Element {
        let class = match read.kind {
            StepReadKind::Other => step_shade(read.step, steps),
            StepReadKind::Expected => "is-expected",
            StepReadKind::Actual => "is-actual",
        };
        el("path")
            .class("grid-step")
            .class(class)
            .attr(Attr::D, Paths::outline(scene, &read.runs, cell, true))
    };
    let (x, y) = clipped_offset(geometry, &props.viewport, scene);
    let reads = step_reads(drawing, props.kind, &scene.window);
    // The one that is looked at is drawn over the others, where it reads what it should.
    let is_right = reads.iter().all(|read| read.kind == StepReadKind::Other);
    let own = is_right.then(|| {
        el("path")
            .class("grid-reads")
            .attr(Attr::D, Paths::outline(scene, &scene.reads, cell, true))
    });
    el("svg")
        .class("grid-marks")
        .attr(Attr::Style, clip(geometry))
        .child(
            el("g")
                .attr(Attr::Transform, format!("translate({x},{y})"))
                .children(reads.into_iter().map(outline))
                .child(own),
        )
        .into()
}
