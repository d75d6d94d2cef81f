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
            format!("{} overlaps {} in {}", names[0], names[1], counted(shared, "column")),
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
