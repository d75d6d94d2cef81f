//! A in tensor memory beside scale factors.

use super::*;

lint!(Plan, "plan-scaled-a", InCode, "PTX ISA, tcgen05.mma; CuTe’s traits of block-scaled instructions");

fn find(plan: &Plan, report: &mut Report) {
    let has_a = report.facts.regions().any(|one| one.what == What::A);
    if plan.mma.kind.is_block_scaled() && has_a {
        report.note(
            &["regions"],
            "A and scale factors in tensor memory",
            "PTX allows A in tensor memory with scale factors; CUTLASS has no atom for it.",
        );
    }
}
