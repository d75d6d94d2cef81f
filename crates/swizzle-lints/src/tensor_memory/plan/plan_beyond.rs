//! Rows of scale factors that a CTA holds and does not have.

use super::*;

lint!(
    Plan,
    "plan-beyond",
    InCode,
    "CuTe's fragment of SFA for two CTAs and M = 128"
);

fn find(_plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    for region in laid.regions() {
        let Some(own) = region.own_rows() else {
            continue;
        };
        report.warning(
            &["regions"],
            format!(
                "Whether rows {own} to 127 of each CTA’s {} matter is not known",
                region.name
            ),
            format!("Each CTA has {own} rows of A. CuTe’s fragment has 128 rows in each, which begin at row {own} in CTA 1."),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::plan;
    use crate::finding::Severity;
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
