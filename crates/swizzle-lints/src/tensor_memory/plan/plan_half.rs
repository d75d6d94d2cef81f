//! A data path that leaves half of the lanes.

use super::*;
use swizzle_tmem::tensor_memory::LANES;

lint!(Plan, "plan-half", Stated, "PTX ISA, tcgen05 data-path layout organization: layouts C and F");

fn find(_: &Plan, report: &mut Report) {
    let half = |what: What| {
        let all = report.facts.regions();
        let own = all.filter(move |one| one.what == what && one.lanes.count() < LANES);
        own.cloned().collect::<Vec<_>>()
    };
    let (of_d, of_a) = (half(What::D), half(What::A));
    let [one] = &of_d[..] else { return };
    let a = match of_a.is_empty() {
        true => "",
        false => " A in tensor memory uses the same lanes as D.",
    };
    report.note(
        &["lanes"],
        format!("D uses {} of 128 lanes", one.lanes.count()),
        format!("D uses {} of 128 lanes.{a}", one.lanes.count()),
    );
}
