//! A region that sources place differently.

use super::*;
use swizzle_tmem::plan::Witness;

lint!(
    Plan,
    "plan-contested",
    Contested,
    "PTX ISA, data-path layouts and scale factors of tcgen05.mma; CuTe, tmem_frg_2sm and the fragments of SFB; for SFB facebookexperimental/triton, pull request 3653"
);

fn find(plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    for region in laid.regions().filter(|one| one.is_contested) {
        let (text, measured) = match region.what {
            What::Sfb => (
                "The PTX ISA has four copies of all factors; CuTe has those of columns n < N / 2 in lanes 0–63 and the others in lanes 64–127, as D has its columns.",
                "A fork of Triton reports that column n was scaled by the factor of n mod 64 until its factors followed layout B (facebookexperimental/triton 3653), which fits CuTe; not measured here.",
            ),
            What::D | What::A | What::Sfa | What::Metadata => (
                "The PTX ISA has layout C, half of the lanes and N columns; CuTe has layout B, all lanes and N / 2 columns.",
                "No measurement is known.",
            ),
        };
        let shown = plan.reading_of(region.what);
        let usual = match shown == Witness::usual(region.what) {
            true => ", the default here and in swizzle tmem",
            false => "",
        };
        let other = shown.other();
        report
            .warning(
                &["reading"],
                format!("Sources disagree on {}", region.name),
                format!("{text} Shown is the reading of {}{usual}. {measured}", shown.text()),
            )
            .mend(format!("Show {}", other.text()), Plan { witness: Some(other), ..plan.clone() });
    }
}
