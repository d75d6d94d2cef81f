//! The steps along K, with column and id of the operand of scale factors.

use swizzle_core::Operand;
use swizzle_draw::hex;
use swizzle_draw::scene::StepRow;
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::page::Look;

/// Height of a row, and of the head over them.
pub(super) const ROW: u32 = 36;

/// Callbacks of a press and of the pointer.
pub(super) struct OnStep {
    pub(super) on_at: Callback<Option<u32>>,
    pub(super) on_press: Callback<u32>,
}

/// The table.
pub(super) fn steps(
    rows: &[StepRow],
    here: Option<u32>,
    operand: Operand,
    look: Look,
    on: &OnStep,
) -> Element {
    let row = |row: &StepRow| {
        let step = row.step;
        let colour = look.palette.colour(look.theme, row.class);
        let on_at = on.on_at.clone();
        let button = el("button")
            .attr(Attr::Type, "button")
            .attr(Attr::AriaLabel, format!("Step {step}"))
            .on_focus(on_at.reform(move |_: FocusEvent| Some(step)))
            .child(step.to_string());
        el("tr")
            .class_if(here == Some(step), "is-here")
            .on_pointer_move(on_at.reform(move |_: PointerEvent| Some(step)))
            .on_click(on.on_press.reform(move |_: MouseEvent| step))
            .child(el("th").attr(Attr::Scope, "row").child(button))
            .child(el("td").child(format!("{}–{}", row.k.0, row.k.1)))
            .child(
                el("td").child(
                    el("i")
                        .attr(Attr::Style, format!("background:{}", hex(colour)))
                        .child(row.column.to_string()),
                ),
            )
            .child(el("td").child(row.id.to_string()))
    };
    let head = |words: &'static str| el("th").attr(Attr::Scope, "col").child(words);
    let name = match operand {
        Operand::A => "Steps along K: column and id of SFA",
        Operand::B => "Steps along K: column and id of SFB",
    };
    let on_leave = on.on_at.reform(|_: PointerEvent| None);
    el("table")
        .class("scale-steps")
        .attr(Attr::AriaLabel, name)
        .on_pointer_leave(on_leave)
        .child(
            el("thead")
                .child(el("tr").children(["step", "K", "column", "id"].map(head).into_iter())),
        )
        .child(el("tbody").children(rows.iter().map(row)))
}
