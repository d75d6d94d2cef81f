//! Regions that fit together, and would not as allocations of their own.

use super::*;
use swizzle_tmem::tensor_memory::{Allocation, COLUMNS};

lint!(
    Plan,
    "plan-apart",
    Stated,
    "PTX ISA, tcgen05.alloc: a power of two from 32 to 512"
);

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

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::{plan, with_a};
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    use swizzle_tmem::plan::{Place, What};
    vec![
        // Two D of 136 columns, 256 each, and two A of 32: 336 columns together.
        speaks(
            Severity::Note,
            "the 4 regions ask for 576 columns",
            with_a(128, |plan| {
                plan.mma.n = 136;
                plan.places = [What::D, What::D, What::A, What::A]
                    .map(Place::packed)
                    .into();
            }),
        ),
        silent(plan(|_| ())),
        silent(with_a(128, |_| ())),
    ]
}
