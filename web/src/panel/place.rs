//! The place of the sequence that is looked at.

use swizzle_core::Spec;
use swizzle_params::ParamId;
use yew::Html;

use crate::control::{Edits, Number, slot};

/// Its controls; block and stage where there are several.
pub(super) fn place(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let of = |id, count, hint: &str| Number {
        max: count - 1,
        slider: count > 1,
        unit: format!("of {count}"),
        // It is looked at, not specified.
        is_said: None,
        hint: hint.into(),
        ..Number::of_param(id, spec)
    };
    let step = of(ParamId::Step, spec.steps(), "The selected read along K");
    let block = of(ParamId::Block, spec.blocks(), "The read along the rows");
    let stage = of(ParamId::Stage, spec.tile().stages, "The copy of the buffer");
    let where_several = |field: Number| slot(field.slider.then(|| edits.number(field)));
    vec![
        edits.number(step),
        where_several(block),
        where_several(stage),
    ]
}
