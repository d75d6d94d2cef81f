//! The reads of a walk along K, one beside the other.

use swizzle_core::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_lens::KernelView;
use yew::prelude::*;

use super::score::step_class;
use crate::element::{Attr, Element, el};

/// A button for each read of the walk of a row's operand at a stage; `on_row` is called with its instruction.
pub(super) fn steps(
    view: &KernelView,
    (row, side, stage): (usize, Operand, u32),
    on_row: &Callback<usize>,
) -> Option<Element> {
    let (walk, _) = view.rows[row].operands[side as usize].walk?;
    let rows = &view.walks[walk].rows;
    let one = |at: &usize| {
        let operand = &view.rows[*at].operands[side as usize];
        let part = operand.part.as_ref();
        let start = view.part(*at, side, stage);
        let start = start.and_then(|part| part.shown.said.given);
        let start = start.map(|given| format!("{:#x}", u32::from(given.decode().start_field) * 16));
        let is_wrong = operand.verdict == Some(VerdictKind::Wrong);
        let index = *at;
        el("button")
            .attr(Attr::Type, "button")
            .class("kernel-step row small")
            .class_if(is_wrong, "is-wrong")
            .attr(
                Attr::AriaPressed,
                if index == row { "true" } else { "false" },
            )
            .on_click(on_row.reform(move |_| index))
            .child(
                el("i")
                    .class(step_class(part))
                    .class_if(is_wrong, "is-wrong"),
            )
            .child(el("b").child(part.map_or_else(|| "?".into(), |part| part.step.to_string())))
            .child(" ")
            .child(el("code").child(start.unwrap_or_else(|| "unknown".into())))
    };
    Some(
        el("div")
            .class("kernel-steps row wraps gap")
            .attr(Attr::Role, "group")
            .attr(Attr::AriaLabel, "Steps along K")
            .child(el("h2").child("Steps along K"))
            .children(rows.iter().map(one)),
    )
}
