//! The buffer around the tile, its copies, and the rows of one instruction.

use swizzle_core::Spec;
use swizzle_core::tile::{EXTENT_MAX, STAGES_MAX};

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::control::{EditOf, Edits, Number};
use crate::element::{Element, el};
use crate::state::Edit;

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
    // What is closed is not drawn.
    let fields = is_open.then(|| fields(spec).map(|field| edits.number(field)).to_vec());
    el("details")
        .class("panel-more")
        .on_toggle(on_toggle)
        .child(el("summary").child("Buffer and stages"))
        .child(fields)
}

fn fields(spec: &Spec) -> [Number; 7] {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let [buffer_mn, at_mn] = match spec.reader().operand.mn_letter() {
        "M" => ["Buffer M", "At M"],
        _ => ["Buffer N", "At N"],
    };
    let number = |label, value, said: Option<u32>, edit| Number {
        label,
        value,
        max: EXTENT_MAX,
        is_said: Some(said.is_some()),
        edit: Some(EditOf(edit)),
        ..Number::default()
    };
    let extent = |label, value, said, edit| Number {
        min: 1,
        step: 8,
        ..number(label, value, said, edit)
    };
    [
        Number {
            hint: "Extents of all that was written; the tile is a window of it".into(),
            ..extent(
                buffer_mn,
                tile.buffer.mn,
                said.buffer_mn,
                Edit::BufferMn as fn(Option<u32>) -> Edit,
            )
        },
        extent("Buffer K", tile.buffer.k, said.buffer_k, Edit::BufferK),
        Number {
            step: 8,
            hint: "Where the tile begins in it".into(),
            ..number(at_mn, tile.at.mn, said.at_mn, Edit::AtMn)
        },
        Number {
            step: 8,
            ..number("At K", tile.at.k, said.at_k, Edit::AtK)
        },
        Number {
            min: 1,
            max: STAGES_MAX,
            hint: "Copies of the buffer, as in a ring".into(),
            ..number("Stages", tile.stages, said.stages, Edit::Stages)
        },
        Number {
            max: u32::MAX,
            unit: "B".into(),
            step: 128,
            hint: "From one copy to the next".into(),
            ..number(
                "Stage bytes",
                tile.stage_bytes,
                said.stage_bytes,
                Edit::StageBytes,
            )
        },
        Number {
            hint: "Rows that one instruction reads".into(),
            ..extent(
                "Rows",
                spec.reader().rows,
                spec.said().reader.rows,
                Edit::Rows,
            )
        },
    ]
}
