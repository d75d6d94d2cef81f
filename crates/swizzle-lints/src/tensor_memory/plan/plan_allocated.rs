//! Regions behind the end of the allocation.

use super::plan_allocation::repairs;
use super::*;

lint!(Plan, "plan-allocated", Stated, "PTX ISA, tcgen05.alloc: an access outside of what is allocated is undefined";
    by ["plan-allocation", "plan-whole"];
    is [Required(RequiredBy::Hardware)],
);

fn find(plan: &Plan, report: &mut Report) {
    let (Some(columns), end) = (plan.allocated, report.facts.end()) else {
        return;
    };
    if end > columns {
        let needed = report.facts.allocation();
        let finding = report.error(
            &["allocated"],
            format!("{columns} columns are allocated and {end} used"),
            format!("The last region ends at column {}.", end - 1),
        );
        finding.repairs = repairs(plan, needed);
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::plan;
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    let of = |columns| plan(|plan| plan.allocated = columns);
    vec![
        silent(of(None)),
        silent(of(Some(512))),
        speaks(
            Severity::Error,
            "256 columns are allocated and 336 used",
            of(Some(256)),
        ),
    ]
}
