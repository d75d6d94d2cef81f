//! Extents of the tile, and the order of its atoms.

use swizzle_core::law::{repeat_extent, repeats_from_extent};
use swizzle_core::{Named as _, Order, Spec};
use swizzle_params::ParamId;
use swizzle_text::{box_order_text, order_text, sparse_k_text};
use yew::Html;

use crate::control::{Choice, Edits, Number};

/// The section.
pub(super) fn tile(spec: &Spec, edits: &Edits, by_repeats: bool) -> Vec<Html> {
    let tile = spec.tile();
    let letter = spec.reader().operand.mn_letter();
    let repeats = repeats_from_extent(spec.layout(), spec.window());
    let one = repeat_extent(spec.layout());
    let [mn, k] = [ParamId::Mn, ParamId::K].map(|id| Number::of_param(id, spec));
    let (mn, k) = if by_repeats {
        let mn = Number {
            label: "m",
            value: repeats.m,
            step: 1,
            scale: one.mn,
            hint: format!("{letter} = {} in repeats of {}", tile.mn, one.mn),
            ..mn
        };
        let k = Number {
            label: "k",
            value: repeats.k,
            step: 1,
            scale: one.k,
            hint: format!("K = {} in repeats of {}", tile.k, one.k),
            ..k
        };
        (mn, k)
    } else {
        let mn = Number {
            hint: format!("m = {}: repeats of {}", repeats.m, one.mn),
            ..mn
        };
        let k = Number {
            step: tile.element.per_unit(),
            hint: format!(
                "k = {}: repeats of {}; {} of {} elements{}",
                repeats.k,
                one.k,
                match spec.steps() {
                    1 => "one read".into(),
                    steps => format!("{steps} reads"),
                },
                spec.read_k(),
                sparse_k_text(spec).map_or(String::new(), |text| format!("; {text}"))
            ),
            ..k
        };
        (mn, k)
    };
    let order = Choice::of_param(ParamId::Order, spec, &|at, _| {
        order_text(spec.reader().operand, Order::ALL[at])
    })
    .hint(box_order_text(tile.major, tile.order));
    let in_repeats = |field: Number| Number {
        max: field.max / field.scale,
        ..field
    };
    vec![
        edits.number(in_repeats(mn)),
        edits.number(in_repeats(k)),
        edits.choice(order),
    ]
}
