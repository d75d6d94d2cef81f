//! What stands over the pictures: which operand, which stage, the way to the atlas; and why there is none.

use swizzle_core::{Named as _, Operand};
use swizzle_lens::{KernelView, Part, Side};
use swizzle_view::link_from_shown;
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::page::field::{One, segments};

/// Stages that can be chosen.
const STAGES_MAX: u32 = 8;

/// Which operand, and the way to the atlas.
pub(super) fn tools(
    view: &KernelView,
    (row, side): (usize, Operand),
    part: Option<&Part>,
    go: &Callback<(usize, Option<Operand>)>,
    which_stage: Option<Element>,
) -> Element {
    let of = &view.rows[row];
    let which = [Operand::A, Operand::B].map(|one| {
        One::new(one.name(), one == side, (row, Some(one))).named(format!("Operand {}", one.name()))
    });
    let open = part.map(|part| {
        el("a")
            .class("button is-primary")
            .attr(Attr::Href, link_from_shown(&part.shown))
            .child("Open in the atlas")
    });
    let words =
        part.map(|part| format!("line {}, step {} (of {})", of.line, part.step, part.steps));
    el("div")
        .class("framed-tools")
        .child(segments("Operand", which.into(), go))
        .child(
            el("span")
                .class("kernel-here")
                .child(words.unwrap_or_else(|| format!("line {}", of.line))),
        )
        .child(which_stage)
        .child(open)
}

/// The stages of a ring, one of which is drawn.
pub(super) fn which_stage(count: u32, stage: u32, on_stage: &Callback<u32>) -> Option<Element> {
    let which =
        |one: u32| One::new(one.to_string(), one == stage, one).named(format!("Stage {one}"));
    (count > 1).then(|| {
        let all = (0..count.min(STAGES_MAX)).map(which);
        el("div")
            .class("kernel-stages")
            .child("stage")
            .child(segments("Stage", all.collect(), on_stage))
    })
}

/// Why there is no picture.
pub(super) fn unseen(view: &KernelView, row: usize, side: Operand) -> Element {
    let name = side.name();
    let words = match view.rows[row].operands[side as usize].side {
        Side::Registers => format!("{name} is in registers: no descriptor reads it."),
        Side::TensorMemory => format!("{name} is in tensor memory: no descriptor reads it."),
        Side::Shared => format!(
            "The PTX doesn’t show enough of {name} to draw it. The finding says where it stops."
        ),
    };
    el("p").class("no-picture").child(words)
}
