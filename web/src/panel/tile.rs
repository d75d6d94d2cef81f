//! Extents of the tile, and the order of its atoms.

use swizzle_core::Spec;
use swizzle_core::law::{repeat_extent, repeats_from_extent};
use swizzle_core::tile::EXTENT_MAX;
use swizzle_text::{box_order_text, order_text, sparse_k_text};
use yew::Html;

use crate::control::{Choice, EditOf, Edits, Number};
use crate::state::Edit;

/// The section.
pub(super) fn tile(spec: &Spec, edits: &Edits, by_repeats: bool) -> Vec<Html> {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let letter = spec.reader().operand.mn_letter();
    let repeats = repeats_from_extent(spec.layout(), spec.window());
    let one = repeat_extent(spec.layout());
    let (mn, k) = if by_repeats {
        let mn = Number {
            label: "m",
            value: repeats.m,
            scale: one.mn,
            hint: format!("{letter} = {} in repeats of {}", tile.mn, one.mn),
            ..Number::default()
        };
        let k = Number {
            label: "k",
            value: repeats.k,
            scale: one.k,
            hint: format!("K = {} in repeats of {}", tile.k, one.k),
            ..Number::default()
        };
        (mn, k)
    } else {
        let mn = Number {
            label: letter,
            value: tile.mn,
            step: 8,
            hint: format!("m = {}: repeats of {}", repeats.m, one.mn),
            ..Number::default()
        };
        let k = Number {
            label: "K",
            value: tile.k,
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
            ..Number::default()
        };
        (mn, k)
    };
    let order = Choice::of_value(
        "Atoms follow",
        tile.order,
        Some(said.order.is_some()),
        |order| order_text(spec.reader().operand, order),
        Edit::Order,
    )
    .hint(box_order_text(tile.major, tile.order));
    vec![
        edits.number(Number {
            min: 1,
            max: EXTENT_MAX / mn.scale,
            is_said: Some(said.mn.is_some()),
            edit: Some(EditOf(Edit::Mn)),
            ..mn
        }),
        edits.number(Number {
            min: 1,
            max: EXTENT_MAX / k.scale,
            is_said: Some(said.k.is_some()),
            edit: Some(EditOf(Edit::K)),
            ..k
        }),
        edits.choice(order),
    ]
}
