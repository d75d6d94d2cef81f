//! Regions that share cells.

use super::*;
use swizzle_text::counted;
use swizzle_tmem::plan::Overlap;

lint!(
    Plan,
    "plan-overlap",
    Derived,
    "lanes and columns of the regions, from their laws";
    is [Required(RequiredBy::Hardware)],
);

fn find(plan: &Plan, report: &mut Report) {
    let overlaps = report.facts.overlaps();
    let laid = report.facts.clone();
    for overlap in &overlaps {
        let [mover, other] = in_order(plan, overlap);
        let names = [mover, other].map(|index| name(&laid, index));
        let whole = laid.region(other).map_or(0, |region| region.columns);
        let shared = overlap.columns.len();
        let lanes = match overlap.lanes.count() {
            128 => String::new(),
            _ => format!(" in lanes {}", overlap.lanes.text()),
        };
        let finding = report.error(
            &["columns"],
            format!(
                "{} overlaps {} in {}",
                names[0],
                names[1],
                counted(shared, "column")
            ),
            format!(
                "{} and {} share {}{lanes}. {shared} of {} of {} are overwritten.",
                names[1],
                names[0],
                columns(&overlap.columns),
                counted(whole as usize, "column"),
                names[1],
            ),
        );
        finding.repairs = repairs(plan, &laid, [mover, other]);
    }
}

/// Returns both, first the one that is reported as overlapping the other: the one that was moved, or the later one.
fn in_order(plan: &Plan, overlap: &Overlap) -> [usize; 2] {
    let [first, second] = overlap.regions;
    let is_moved = |index: usize| plan.places[index].column.is_some();
    match is_moved(first) && !is_moved(second) {
        true => [first, second],
        false => [second, first],
    }
}

fn repairs(plan: &Plan, laid: &Laid, both: [usize; 2]) -> Vec<Mend<Plan>> {
    let all = both.into_iter();
    all.filter_map(|index| moved(plan, laid, index)).collect()
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::{plan, with_a};
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    use swizzle_tmem::plan::What;
    use swizzle_tmem::tensor_memory::Alignment;
    let error = |words, plan| speaks(Severity::Error, words, plan);
    vec![
        silent(plan(|_| ())),
        error(
            "SFB overlaps SFA in 8 columns",
            plan(|plan| plan.places[2].column = Some(264)),
        ),
        error(
            "SFA and SFB share columns 264–271. 8 of 16 columns of SFA are overwritten.",
            plan(|plan| plan.places[2].column = Some(264)),
        ),
        // D was moved, and not what is packed behind it.
        error(
            "D overlaps SFA in 16 columns",
            plan(|plan| plan.places[0].column = Some(16)),
        ),
        error(
            "A overlaps D in 1 column",
            with_a(64, |plan| plan.places[1].column = Some(255)),
        ),
        error(
            "share column 255 in lanes 0–15, 32–47, 64–79, 96–111",
            with_a(64, |plan| plan.places[1].column = Some(255)),
        ),
        // The other half of the lanes.
        silent(with_a(64, |plan| {
            plan.places[1].column = Some(255);
            plan.places[1].alignment = Alignment::Sixteen;
        })),
        silent(with_a(64, |plan| *plan = plan.with(What::D))),
    ]
}
