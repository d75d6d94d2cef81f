//! What stands over the pictures: which operand, which stage, the way to the atlas; and why there is none.

use swizzle_core::{Named as _, Operand};
use swizzle_lens::{KernelView, Part, Side};
use swizzle_view::link_from_shown;
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};

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
    let which = |one: Operand| {
        button(Button {
            words: one.name(),
            name: Some(format!("Operand {}", one.name())),
            is_pressed: Some(one == side),
            on_click: go.reform(move |_| (row, Some(one))),
            ..Button::default()
        })
    };
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
        .child(
            el("div")
                .class("segments")
                .attr(Attr::Role, "group")
                .attr(Attr::AriaLabel, "Operand")
                .child(which(Operand::A))
                .child(which(Operand::B)),
        )
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
    let which = |one: u32| {
        el("button")
            .attr(Attr::Type, "button")
            .class("button")
            .attr(Attr::AriaLabel, format!("Stage {one}"))
            .attr(
                Attr::AriaPressed,
                if one == stage { "true" } else { "false" },
            )
            .on_click(on_stage.reform(move |_| one))
            .child(one)
    };
    (count > 1).then(|| {
        el("div").class("kernel-stages").child("stage").child(
            el("div")
                .class("segments")
                .attr(Attr::Role, "group")
                .attr(Attr::AriaLabel, "Stage")
                .children((0..count.min(STAGES_MAX)).map(which)),
        )
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
