//! A register fragment: its law, and the places that were asked for.

use super::*;
use swizzle_warp::{AskedFragment, Slot};

/// A fragment as JSON, with some of its places.
pub fn json_from_fragment(asked: &AskedFragment, slots: &[Slot]) -> Value {
    let held = &asked.fragment;
    let slot = |slot: &Slot| {
        let (row, column) = held.cell_from_slot(*slot);
        json!({
            "lane": slot.thread, "register": slot.register, "part": slot.part,
            "row": row, "column": column, "matrix": held.matrix_from_slot(*slot),
        })
    };
    json!({
        "fragment": asked.title,
        "rows": held.rows, "columns": held.columns, "matrices": held.matrices(), "bits": held.bits,
        "threads": held.threads, "registers": held.registers(), "parts": held.parts,
        "law": held.formulas(),
        "ptx": asked.since.map(|since| since.0), "sm": asked.since.map(|since| since.1),
        "evidence": asked.evidence,
        "slots": slots.iter().map(slot).collect::<Vec<_>>(),
    })
}
