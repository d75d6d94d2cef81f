//! Start address, pattern and base offset.

use swizzle_core::{FieldId, Spec, Swizzle};
use swizzle_params::ParamId;
use swizzle_text::encoding_text;
use yew::Html;

use crate::control::{EditOf, Edits, Number, slot};

/// The section.
pub(super) fn address(spec: &Spec, looked_at: &Spec, edits: &Edits) -> Vec<Html> {
    let tile = spec.tile();
    let read = looked_at.read(looked_at.place());
    let boundary = tile.swizzle.pattern_bytes();
    let has_phase = read.swizzle() != Swizzle::None;
    let mut controls = vec![edits.number(Number {
        hint: encoding_text(tile.start_bytes),
        ..Number::of_param(ParamId::Start, spec)
    })];
    let pattern = (tile.swizzle != Swizzle::None).then(|| {
        edits.number(Number {
            hint: format!("TMA writes on {boundary}-byte boundaries"),
            ..Number::of_param(ParamId::Pattern, spec)
        })
    });
    controls.push(slot(pattern));
    controls.push(edits.number(Number {
        label: "Base offset",
        value: read.params().base_offset.into(),
        max: 7,
        slider: has_phase,
        is_idle: !has_phase,
        edit: Some(EditOf::Field(FieldId::BaseOffset)),
        hint: match (has_phase, looked_at.given()) {
            (false, _) => "No effect without swizzle".into(),
            (true, None) => {
                "Follows from the pattern origin; changing it makes the descriptor explicit".into()
            }
            (true, Some(_)) => "Of the descriptor that was given".into(),
        },
        ..Number::default()
    }));
    controls
}
