//! Checks around the instructions that found nothing wrong.

use swizzle_core::reader::VerdictKind;
use swizzle_lens::KernelView;
use swizzle_lints::kernel::Checked;
use yew::prelude::*;

use super::findings::Ask;
use super::score::verdict_icon;
use crate::element::{Attr, Element, el, fragment};

/// A line for each; a press shows where in the text it is.
pub(super) fn checked(view: &KernelView, on_ask: &Callback<Ask>) -> Option<Element> {
    let row = |one: &Checked| {
        let words = fragment()
            .child(verdict_icon(VerdictKind::Right))
            .child(el("span").child(one.words.clone()));
        el("li").child(match one.line {
            None => el("p").class("kernel-other is-right").child(words),
            Some(line) => el("button")
                .attr(Attr::Type, "button")
                .class("kernel-other is-right")
                .on_click(on_ask.reform(move |_| Ask::Line(line)))
                .child(words)
                .child(" ")
                .child(el("b").child(format!("line {line}"))),
        })
    };
    (!view.checked.is_empty()).then(|| {
        el("section")
            .class("kernel-checked")
            .child(el("h2").child("Also checked"))
            .child(el("ul").children(view.checked.iter().map(row)))
    })
}
