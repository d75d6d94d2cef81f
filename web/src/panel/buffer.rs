//! The buffer around the tile, its copies, and the rows of one instruction.

use swizzle_core::Spec;
use swizzle_params::ParamId;

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::control::{Edits, Number};
use crate::element::{Element, el};

/// The section; closed, for most tiles are their own buffer.
pub(super) fn buffer(
    spec: &Spec,
    edits: &Edits,
    (is_open, on_open): (bool, Callback<bool>),
) -> Element {
    let on_toggle = on_open.reform(|event: Event| {
        let details = event.target_unchecked_into::<HtmlElement>();
        details.has_attribute("open")
    });
    // Fields are drawn only while they are open.
    let fields = is_open.then(|| {
        fields(spec)
            .map(|field| edits.number(field))
            .collect::<Vec<_>>()
    });
    el("details")
        .class("panel-more")
        .on_toggle(on_toggle)
        .child(el("summary").child("Buffer and stages"))
        .child(fields)
}

fn fields(spec: &Spec) -> impl Iterator<Item = Number> {
    let fields = [
        (
            ParamId::BufferMn,
            "Size of everything that was written; the tile is a window into it",
        ),
        (ParamId::BufferK, ""),
        (ParamId::AtMn, "Where the tile begins in it"),
        (ParamId::AtK, ""),
        (ParamId::Stages, "Copies of the buffer, as in a ring"),
        (ParamId::StageBytes, "From one copy to the next"),
        (ParamId::Rows, "Rows that one instruction reads"),
    ];
    fields.into_iter().map(|(id, hint)| Number {
        hint: hint.into(),
        ..Number::of_param(id, spec)
    })
}
