//! What is read against what was meant: the counts, the first difference, and the tile that was meant.

use swizzle_core::{MeantTile, Spec, Swizzle, WalkComparison, difference_text, tally_text};
use yew::prelude::*;

use super::findings::show_button;
use crate::control::{Choice, Edits, Number, pick, whole_edits};
use crate::element::{Attr, el};
use crate::state::{Dispatch, Edit};
use crate::view::Picture;

/// The section.
pub fn meant(picture: &Picture, dispatch: &Dispatch) -> Html {
    let spec = &picture.spec;
    let comparison = &picture.comparison;
    let step = spec.params().step;
    let line = el("p")
        .class("meant-tally")
        .class_if(comparison.tally().wrong > 0, "is-wrong")
        .child(format!("Step {step}: {}.", tally_text(comparison.tally())));
    let first = comparison.first().map(|first| {
        el("p")
            .child(difference_text(&first))
            .child(" ")
            .child(show_button(first.coord, dispatch))
    });
    let all = (spec.steps() > 1).then(|| {
        let walk = WalkComparison::of(spec);
        el("p").class("hint").child(format!(
            "Steps 0 to {}: {} of {} right; {}.",
            walk.steps - 1,
            walk.right_steps,
            walk.steps,
            tally_text(walk.tally)
        ))
    });
    el("section")
        .class("meant")
        .attr(Attr::AriaLabelledby, "meant-title")
        .child(
            el("h2")
                .attr(Attr::Id, "meant-title")
                .child("Read against what was meant"),
        )
        .child(line)
        .child(first)
        .child(all)
        .child(
            el("details")
                .child(el("summary").child("How was the data written?"))
                .child(tile(spec, dispatch)),
        )
        .into()
}

/// The tile that was meant, to be edited; automatic is the packed canonical one at the descriptor's start.
fn tile(spec: &Spec, dispatch: &Dispatch) -> Html {
    let edits = Edits::new(dispatch);
    let (meant, tile) = (spec.params().meant, MeantTile::of(spec));
    let layout = tile.layout().params();
    let bytes = |label: &'static str,
                 value: u32,
                 given: Option<u32>,
                 edit: fn(Option<u32>) -> Edit,
                 by_hand: fn(u32) -> Edit,
                 hint: &str| {
        edits.number(Number {
            label,
            value,
            hex: label == "Meant start",
            step: 16,
            automatic: Some((edit(None), given.is_none())),
            edit: Some(by_hand),
            hint: hint.into(),
            ..Number::default()
        })
    };
    let swizzle = Choice::or_automatic(
        "Meant swizzle",
        meant.swizzle,
        |swizzle: Swizzle| swizzle_core::Named::name(swizzle).into(),
        Edit::MeantSwizzle,
    );
    el("div")
        .class("meant-controls")
        .child(bytes(
            "Meant start",
            layout.start_bytes,
            meant.start_bytes,
            Edit::MeantStart,
            |bytes| Edit::MeantStart(Some(bytes)),
            "Automatic: where the descriptor starts",
        ))
        .child(pick(swizzle, &whole_edits(dispatch)))
        .child(bytes(
            "Meant LBO",
            layout.lbo_bytes,
            meant.lbo_bytes,
            Edit::MeantLbo,
            |bytes| Edit::MeantLbo(Some(bytes)),
            "Automatic: packed",
        ))
        .child(bytes(
            "Meant SBO",
            layout.sbo_bytes,
            meant.sbo_bytes,
            Edit::MeantSbo,
            |bytes| Edit::MeantSbo(Some(bytes)),
            "Automatic: packed",
        ))
        .child(bytes(
            "Plain rows",
            meant.row_bytes.unwrap_or(0),
            meant.row_bytes,
            Edit::MeantRow,
            |bytes| Edit::MeantRow(Some(bytes)),
            "By hand: a plain tile, this many bytes from row to row",
        ))
        .into()
}
