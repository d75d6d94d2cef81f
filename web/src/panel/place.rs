//! The place of the sequence that is looked at.

use swizzle_core::Spec;
use yew::Html;

use crate::control::{EditOf, Edits, Number, slot};
use crate::state::Edit;

/// Its controls; block and stage where there are several.
pub(super) fn place(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let place = spec.place();
    let of = |label, value, count, edit, hint: &str| Number {
        label,
        value,
        max: count - 1,
        slider: count > 1,
        unit: format!("of {count}"),
        edit: Some(EditOf(edit)),
        hint: hint.into(),
        ..Number::default()
    };
    let step = of(
        "Step",
        place.step,
        spec.steps(),
        (|step| Edit::Step(step.unwrap_or(0))) as fn(Option<u32>) -> Edit,
        "The read along K that is looked at",
    );
    let block = of(
        "Block",
        place.block,
        spec.blocks(),
        |block| Edit::Block(block.unwrap_or(0)),
        "The read along the rows",
    );
    let stage = of(
        "Stage",
        place.stage,
        spec.tile().stages,
        |stage| Edit::Stage(stage.unwrap_or(0)),
        "The copy of the buffer",
    );
    let where_several = |field: Number| slot(field.slider.then(|| edits.number(field)));
    vec![
        edits.number(step),
        where_several(block),
        where_several(stage),
    ]
}
