//! A load whose lanes are not those that D fills.

use super::*;
use swizzle_core::hardware::Named as _;
use swizzle_tmem::plan::What;
use swizzle_tmem::tensor_memory::{WARP_LANES, readings};

lint!(
    Issue,
    "load-half",
    Stated,
    "PTX ISA, tcgen05 data-path layout organization: layouts C and F; tcgen05.ld shapes";
    is [Required(RequiredBy::Hardware)],
);

fn find(issue: &Issue, report: &mut Report) {
    let (Some(load), Some(m)) = (issue.load, issue.m) else {
        return;
    };
    let Ok(paths) = readings(issue.form, issue.sparsity, m) else {
        return;
    };
    let witness = issue.reading.unwrap_or(Witness::usual(What::D));
    let is_half = witness.of(paths).is_some_and(|reading| reading.path.is_half_the_lanes());
    if is_half == (load.lanes() < WARP_LANES) {
        return;
    }
    let name = load.name();
    if !is_half {
        report.note(
            &["shape"],
            format!("{name} reads 16 of the 32 lanes of each warp"),
            format!("D of M = {m} fills all 32 lanes of each warp, of which {name} reads 16: a second load, 16 lanes further, reads the others."),
        );
        return;
    }
    report.warning(
        &["shape"],
        format!("{name} reads 32 lanes of each warp, of which D fills 16"),
        format!("D of M = {m} is in half the lanes, 16 rows for each warp: half the threads get what is in the other lanes. The shapes of 16 lanes read D and nothing else."),
    ).mend(format!("Read by {}", LoadShape::S16x256b), Issue {
            load: Some(LoadShape::S16x256b),
            ..issue.clone()
        });
}
