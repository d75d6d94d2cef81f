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
