//! A region that leaves tensor memory.

use super::*;
use swizzle_text::counted;
use swizzle_tmem::tensor_memory::COLUMNS;

lint!(
    Plan,
    "plan-whole",
    Stated,
    "PTX ISA, tensor memory: 512 columns";
    is [Required(RequiredBy::Hardware)],
);

fn find(plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    for region in laid.regions() {
        let end = region.range().end;
        if end <= COLUMNS {
            continue;
        }
        let outside = end - COLUMNS.max(region.column);
        let finding = report.error(
            &["columns"],
            format!(
                "{} extends past tensor memory by {}",
                region.name,
                counted(outside as usize, "column")
            ),
            format!(
                "{} ends at column {}; the last column of tensor memory is {}.",
                region.name,
                end - 1,
                COLUMNS - 1,
            ),
        );
        finding.repairs = moved(plan, &laid, region.index).into_iter().collect();
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::plan;
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    vec![
        silent(plan(|plan| plan.places[3].column = Some(480))),
        speaks(
            Severity::Error,
            "A extends past tensor memory by 4 columns",
            plan(|plan| plan.places[3].column = Some(484)),
        ),
        speaks(
            Severity::Error,
            "A extends past tensor memory by 32 columns",
            plan(|plan| plan.places[3].column = Some(1000)),
        ),
    ]
}
