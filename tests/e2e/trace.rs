//! The trace of a cell's address as the core computes it.

use serde_json::{Value, json};
use swizzle_core::Coord;
use swizzle_core::reader::Spec;
use swizzle_draw::{Cells, cell_caption};
use swizzle_infer::trace::trace_from_element;
use swizzle_text::loom::{Crossing, Loom, Strand};
use swizzle_text::trace_rows;
use swizzle_view::Shown;

/// The body of a function that reads the trace which is shown.
pub(crate) const READ: &str = include_str!("cursor.js");

/// The trace of an element, as [`READ`] returns it.
pub(crate) fn trace(spec: &Spec, state: &Shown, coord: Coord, tag: Option<&str>) -> Value {
    let steps = trace_from_element(spec.layout(), coord);
    let has_slots = state.view.cells == Cells::Elements;
    let loom = Loom::of(spec, coord, has_slots);
    let digit = |is_set: bool| if is_set { '1' } else { '0' };
    let bits = || loom.bundles.iter().flat_map(|bundle| &bundle.bits);
    let mut rows: Vec<String> = vec![bits().map(|bit| digit(bit.is_set)).collect()];
    let (low, high) = loom.places;
    let places = || (low..high).rev();
    let base_offset = match loom.crossing {
        Crossing::Address { base_offset, .. } => Some(base_offset),
        // Where no gate is closed the sum is drawn above the open ones, which are switches of the mode.
        Crossing::None => spec.layout().is_canonical().then_some(0),
        Crossing::Units { .. } => None,
    };
    if let Some(base_offset) = base_offset {
        rows.push(places().map(|place| digit(loom.sum_at(place))).collect());
        if base_offset > 0 {
            let phase = loom.gates().iter().map(|gate| digit(gate.phase_is_set));
            rows.push(phase.collect());
        }
    }
    rows.push(
        places()
            .map(|place| digit(loom.address_at(place)))
            .collect(),
    );
    let buttons = loom
        .bundles
        .iter()
        .filter(|bundle| bundle.strand != Strand::Byte)
        .flat_map(|bundle| &bundle.bits)
        .map(|bit| bit.is_set);
    let numbers = trace_rows(&steps, &loom, has_slots);
    json!({
        "cell": cell_caption(spec, &state.view, coord),
        "loom": rows,
        "buttons": buttons.collect::<Vec<_>>(),
        "rows": numbers.map(|row| [row.name.into(), row.way, row.value]),
        "tag": tag,
    })
}
