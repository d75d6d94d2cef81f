//! Scale factors of one operand alone.

use super::*;

lint!(Plan, "plan-alone", Stated, "PTX ISA, tcgen05.mma, block scaling: scale factors of A and of B";
    by ["plan-unknown", "plan-shape"];
    is [Required(RequiredBy::Hardware)],
);

fn find(plan: &Plan, report: &mut Report) {
    let has = |what: What| plan.places.iter().any(|one| one.what == what);
    let missing = match (has(What::D), has(What::Sfa), has(What::Sfb)) {
        (true, true, false) => [What::Sfb, What::Sfa],
        (true, false, true) => [What::Sfa, What::Sfb],
        _ => return,
    };
    let what = missing[0];
    let [missing, there] = missing.map(What::text);
    report
        .warning(
            &["regions"],
            format!("{missing} is missing"),
            format!("A block-scaled instruction uses {missing} as well as {there}, both from tensor memory."),
        )
        .mend(format!("Add {missing}"), plan.with(what));
}
