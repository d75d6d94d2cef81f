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
            .mend(format!("Remove {}", unplaced.name), plan.without(unplaced.index));
    }
}
