//! Scale factors of one operand alone.

use swizzle_text::Mend;
use swizzle_tmem::plan::{Plan, What};

use crate::finding::{Confidence, Severity};
use crate::lint::{Lint, Report, RestsOn, Silencer};

pub(super) const LINT: Lint<Plan> = Lint {
    id: "plan-alone",
    source: "PTX ISA, tcgen05.mma, block scaling: scale factors of A and of B",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&["plan-unknown", "plan-shape"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(plan: &Plan, report: &mut Report<Plan>) {
    let has = |what: What| plan.places.iter().any(|one| one.what == what);
    let missing = match (has(What::D), has(What::Sfa), has(What::Sfb)) {
        (true, true, false) => [What::Sfb, What::Sfa],
        (true, false, true) => [What::Sfa, What::Sfb],
        _ => return,
    };
    let what = missing[0];
    let [missing, there] = missing.map(What::text);
    let finding = report.add(
        Severity::Warning,
        &["regions"],
        format_args!("{missing} is missing"),
        format_args!(
            "A block-scaled instruction uses {missing} as well as {there}, both from tensor memory."
        ),
    );
    finding.repairs.push(Mend {
        label: format!("Add {missing}"),
        change: plan.with(what),
    });
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::plan;
    use crate::tests::{silent, speaks};
    vec![
        silent(plan(|_| ())),
        // Nothing but D: what else there is, is not planned.
        silent(plan(|plan| plan.places.truncate(1))),
        speaks(
            Severity::Warning,
            "SFB is missing",
            plan(|plan| plan.places.truncate(2)),
        ),
    ]
}
