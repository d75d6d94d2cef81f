//! An allocation that does not exist.

use super::*;
use swizzle_tmem::tensor_memory::Allocation;

lint!(
    Plan,
    "plan-allocation",
    Stated,
    "PTX ISA, tcgen05.alloc: a power of two from 32 to 512";
    is [Required(RequiredBy::Hardware)],
);

fn find(plan: &Plan, report: &mut Report) {
    let Some(columns) = plan.allocated else {
        return;
    };
    if let Err(why) = Allocation::new(columns) {
        let needed = report.facts.allocation();
        let finding =
            report.error(&["allocated"], format!("{columns} columns cannot be allocated"), format!("{why}."));
        finding.repairs = repairs(plan, needed);
    }
}

/// The repair that allocates what is needed.
pub(super) fn repairs(plan: &Plan, needed: Result<Allocation, swizzle_tmem::Refusal>) -> Vec<Mend<Plan>> {
    let mend = |needed: Allocation| {
        let columns = needed.columns();
        let (allocated, plan) = (Some(columns), plan.clone());
        Mend::new(format!("Allocate {columns} columns"), Plan { allocated, ..plan })
    };
    needed.ok().map(mend).into_iter().collect()
}
