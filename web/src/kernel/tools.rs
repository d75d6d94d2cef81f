//! The row above the pictures: which operand, block and stage, the way to the atlas; and why there is no picture.

use swizzle_core::{Named as _, Operand};
use swizzle_lens::{KernelView, Part, Side};
use swizzle_view::link_from_shown;
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::page::field::{One, segments};

/// Stages and blocks that can be chosen.
const PLACES_MAX: usize = 8;

/// Choices of the operand and of its block and stage, and the way to the atlas.
pub(super) fn tools(
    view: &KernelView,
    (row, side, stage): (usize, Operand, u32),
    part: Option<&Part>,
    go: &Callback<(usize, Option<Operand>)>,
    on_stage: &Callback<u32>,
) -> Element {
    let of = &view.rows[row];
    let blocks = view.blocks(row, side);
    let which_block = (blocks.len() > 1).then(|| {
        let one = |(at, of): (usize, &usize)| {
            One::new(at.to_string(), *of == row, (*of, Some(side))).named(format!("Block {at}"))
        };
        let all = blocks.iter().take(PLACES_MAX).enumerate().map(one);
        counted("block", segments("Block of rows", all.collect(), go))
    });
    let stages = view.stages(row, side).len().min(PLACES_MAX) as u32;
    let which_stage = (stages > 1).then(|| {
        let one = |at: u32| One::new(at.to_string(), at == stage, at).named(format!("Stage {at}"));
        counted(
            "stage",
            segments("Stage", (0..stages).map(one).collect(), on_stage),
        )
    });
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
                .class("kernel-here quiet small")
                .child(words.unwrap_or_else(|| format!("line {}", of.line))),
        )
        .child(which_block)
        .child(which_stage)
        .child(open)
}

/// The blocks of rows, or the stages of a ring, one of which is drawn.
fn counted(name: &'static str, which: Element) -> Element {
    el("div")
        .class("kernel-stages row small")
        .child(name)
        .child(which)
}

/// Why there is no picture.
pub(super) fn unseen(view: &KernelView, row: usize, side: Operand) -> Element {
    let name = side.name();
    let words = match view.rows[row].operands[side as usize].side {
        Side::Registers => format!("{name} is in registers: no descriptor reads it."),
        Side::TensorMemory => format!("{name} is in tensor memory: no descriptor reads it."),
        Side::Shared => format!(
            "The PTX does not show enough of {name} to draw it. The finding says where it stops."
        ),
    };
    el("p").class("no-picture").child(words)
}
