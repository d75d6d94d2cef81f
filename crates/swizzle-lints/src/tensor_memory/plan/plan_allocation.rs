//! An allocation that does not exist.

use swizzle_text::Mend;
use swizzle_tmem::plan::Plan;
use swizzle_tmem::tensor_memory::Allocation;

use crate::finding::{Confidence, Severity};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Plan> = Lint {
    id: "plan-allocation",
    source: "PTX ISA, tcgen05.alloc: a power of two from 32 to 512",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(plan: &Plan, report: &mut Report<Plan>) {
    let Some(columns) = plan.allocated else {
        return;
    };
    if let Err(why) = Allocation::new(columns) {
        let needed = report.facts.allocation();
        let finding = report.add(
            Severity::Error,
            &["allocated"],
            format_args!("{columns} columns cannot be allocated"),
            format_args!("{why}."),
        );
        finding.repairs = repairs(plan, needed);
    }
}

/// The repair that allocates what is needed.
pub(super) fn repairs(
    plan: &Plan,
    needed: Result<Allocation, swizzle_tmem::Refusal>,
) -> Vec<Mend<Plan>> {
    let mend = |needed: Allocation| Mend {
        label: format!("Allocate {} columns", needed.columns()),
        change: Plan {
            allocated: Some(needed.columns()),
            ..plan.clone()
        },
    };
    needed.ok().map(mend).into_iter().collect()
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::plan;
    use crate::tests::{silent, speaks};
    let of = |columns| plan(|plan| plan.allocated = columns);
    vec![
        silent(of(None)),
        silent(of(Some(32))),
        silent(of(Some(512))),
        speaks(
            Severity::Error,
            "an allocation of 336 columns is not a power of two from 32 to 512",
            of(Some(336)),
        ),
        speaks(
            Severity::Error,
            "1024 columns cannot be allocated",
            of(Some(1024)),
        ),
    ]
}
