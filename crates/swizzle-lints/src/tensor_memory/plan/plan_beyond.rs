//! Rows of scale factors that a CTA holds and does not have.

use swizzle_tmem::plan::Plan;

use crate::finding::{Confidence, Severity};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Plan> = Lint {
    id: "plan-beyond",
    source: "CuTe's fragment of SFA for two CTAs and M = 128",
    confidence: Confidence::InCode,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(_plan: &Plan, report: &mut Report<Plan>) {
    let laid = report.facts.clone();
    for region in laid.regions() {
        let Some(own) = region.own_rows() else {
            continue;
        };
        report.add(
            Severity::Warning,
            &["regions"],
            format_args!(
                "Whether rows {own} to 127 of each CTA’s {} matter is not known",
                region.name
            ),
            format_args!("Each CTA has {own} rows of A. CuTe’s fragment has 128 rows in each, which begin at row {own} in CTA 1."),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::plan;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::CtaForm;
    let pair = |m: u32| plan(|plan| (plan.mma.form, plan.mma.m) = (CtaForm::Two, m));
    vec![
        silent(plan(|_| ())),
        silent(pair(256)),
        speaks(
            Severity::Warning,
            "Whether rows 64 to 127 of each CTA’s SFA matter is not known",
            pair(128),
        ),
    ]
}
