//! A and metadata in another half of the lanes than D.

use super::*;
use swizzle_core::Named as _;
use swizzle_tmem::tensor_memory::{Alignment, LANES};

lint!(
    Plan,
    "plan-alignment",
    Stated,
    "PTX ISA, tcgen05 data-path layout organization: lane alignment 0 or 16, the same for D, A and metadata";
    is [Required(RequiredBy::Hardware)],
);

fn find(plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    let is_half = |index: usize| {
        let region = laid.region(index);
        region.is_some_and(|region| region.lanes.count() < LANES)
    };
    let halves = |what: What| {
        let all = laid.regions().filter(move |one| one.what == what);
        all.filter(|one| is_half(one.index))
    };
    let of_d: Vec<Alignment> = halves(What::D).map(|one| plan.places[one.index].alignment).collect();
    let Some(wanted) = of_d.first().copied() else {
        return;
    };
    for region in halves(What::A) {
        let own = plan.places[region.index].alignment;
        if of_d.contains(&own) {
            continue;
        }
        let finding = report.error(
            &["lanes"],
            format!("{} is in other lanes than D", region.name),
            format!(
                "{} begins at lane {own} of each warp, D at lane {wanted}. D, A and metadata use the same lanes.",
                region.name,
            ),
        );
        let mut change = plan.clone();
        change.places[region.index].alignment = wanted;
        finding.mend(format!("Move {} to lane {}", region.name, wanted.name()), change);
    }
}
