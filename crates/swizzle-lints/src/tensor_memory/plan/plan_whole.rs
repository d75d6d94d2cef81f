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
            format!("{} extends past tensor memory by {}", region.name, counted(outside as usize, "column")),
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
