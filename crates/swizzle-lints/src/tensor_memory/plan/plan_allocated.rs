//! Regions behind the end of the allocation.

use swizzle_tmem::plan::Plan;

use super::plan_allocation::repairs;
use crate::finding::{Confidence, Severity};
use crate::lint::{Lint, Report, RestsOn, Silencer};

pub(super) const LINT: Lint<Plan> = Lint {
    id: "plan-allocated",
    source: "PTX ISA, tcgen05.alloc: an access outside of what is allocated is undefined",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&["plan-allocation", "plan-whole"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(plan: &Plan, report: &mut Report<Plan>) {
    let (Some(columns), end) = (plan.allocated, report.facts.end()) else {
        return;
    };
    if end > columns {
        let needed = report.facts.allocation();
        let finding = report.add(
            Severity::Error,
            &["allocated"],
            format_args!("{columns} columns are allocated and {end} used"),
            format_args!("The last region ends at column {}.", end - 1),
        );
        finding.repairs = repairs(plan, needed);
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::plan;
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
