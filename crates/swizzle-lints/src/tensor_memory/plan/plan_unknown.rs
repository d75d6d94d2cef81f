//! A region that no law places.

use super::*;
use crate::finding::Severity;
use swizzle_tmem::Refusal;

lint!(
    Plan,
    "plan-unknown",
    Derived,
    "PTX ISA, CuTe and Triton, as far as they say where something is";
    by ["plan-shape"],
);

fn find(plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    for unplaced in laid.all.iter().filter_map(|region| region.as_ref().err()) {
        let severity = match unplaced.why {
            Refusal::Unknown(_) => Severity::Warning,
            _ => Severity::Error,
        };
        report
            .add(
                severity,
                &["regions"],
                format!("{} has no known place", unplaced.name),
                format!("{}.", unplaced.why),
            )
            .mend(
                format!("Remove {}", unplaced.name),
                plan.without(unplaced.index),
            );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::{plan, with_a};
    use crate::tests::{silent, speaks};
    use swizzle_tmem::plan::{Place, What};
    vec![
        silent(plan(|_| ())),
        speaks(
            Severity::Warning,
            "Metadata has no known place",
            with_a(64, |plan| plan.places[1] = Place::packed(What::Metadata)),
        ),
        speaks(
            Severity::Error,
            "kind f16 does not have a scale factor",
            with_a(128, |plan| plan.places[1] = Place::packed(What::Sfa)),
        ),
    ]
}
