//! Regions that fit together, and would not as allocations of their own.

use super::*;
use swizzle_tmem::tensor_memory::{Allocation, COLUMNS};

lint!(Plan, "plan-apart", Stated, "PTX ISA, tcgen05.alloc: a power of two from 32 to 512");

fn find(_: &Plan, report: &mut Report) {
    let Ok(together) = report.facts.allocation() else {
        return;
    };
    let alone = (report.facts.regions()).map(|region| Allocation::that_holds(region.columns));
    let Ok(alone) = alone.collect::<Result<Vec<Allocation>, _>>() else {
        return;
    };
    let apart: u32 = alone.iter().map(|one| one.columns()).sum();
    // Regions in both halves of the lanes share their columns.
    let columns: u32 = report.facts.regions().map(|region| region.columns).sum();
    if apart <= COLUMNS || columns != report.facts.used_columns() {
        return;
    }
    let count = alone.len();
    report.note(
        &["allocated"],
        format!("{count} allocations would ask for {apart} of {COLUMNS} columns"),
        format!(
            "Allocated one by one, the {count} regions ask for {apart} columns, each rounded up to a power of two of at least 32, and tensor memory has {COLUMNS}. One allocation of {} holds all.",
            together.columns()
        ),
    );
}
