//! Extents of the tile, order of its atoms, and the step.

use swizzle_core::{EXTENT_MAX, Order, Spec, repeat_extent, repeats_from_extent};
use yew::Html;

use crate::control::{Choice, Edits, Number};
use crate::state::Edit;

/// The section.
pub(super) fn tile(spec: &Spec, edits: &Edits, by_repeats: bool) -> Vec<Html> {
    let params = spec.params();
    let letter = params.operand.mn_letter();
    let repeats = repeats_from_extent(spec.tile(), spec.extent());
    let one = repeat_extent(spec.tile());
    let (mn, k) = if by_repeats {
        let mn = Number {
            label: "m",
            value: repeats.m,
            scale: one.mn,
            hint: format!("{letter} = {} in repeats of {}", params.mn, one.mn),
            ..Number::default()
        };
        let k = Number {
            label: "k",
            value: repeats.k,
            scale: one.k,
            hint: format!("K = {} in repeats of {}", params.k, one.k),
            ..Number::default()
        };
        (mn, k)
    } else {
        let mn = Number {
            label: letter,
            value: params.mn,
            step: 8,
            hint: format!("m = {}: repeats of {}", repeats.m, one.mn),
            ..Number::default()
        };
        let k = Number {
            label: "K",
            value: params.k,
            step: params.element.per_unit(),
            hint: format!(
                "k = {}: repeats of {}; {} of {} elements",
                repeats.k,
                one.k,
                match spec.steps() {
                    1 => "one read".into(),
                    steps => format!("{steps} reads"),
                },
                spec.read_k()
            ),
            ..Number::default()
        };
        (mn, k)
    };
    vec![
        edits.number(Number {
            min: 1,
            max: EXTENT_MAX / mn.scale,
            edit: Some(Edit::Mn),
            ..mn
        }),
        edits.number(Number {
            min: 1,
            max: EXTENT_MAX / k.scale,
            edit: Some(Edit::K),
            ..k
        }),
        edits.choice(Choice::new(
            "Atoms follow",
            params.order,
            |order| match order {
                Order::Mn => format!("{letter} first"),
                Order::K => "K first".into(),
            },
            Edit::Order,
        )),
        edits.number(Number {
            label: "Step",
            value: params.step,
            max: spec.steps() - 1,
            slider: spec.steps() > 1,
            unit: format!("of {}", spec.steps()),
            edit: Some(Edit::Step),
            hint: "The read along K that the descriptor is for".into(),
            ..Number::default()
        }),
    ]
}
