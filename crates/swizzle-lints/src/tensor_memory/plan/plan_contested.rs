//! A region that sources place differently.

use swizzle_text::Mend;
use swizzle_tmem::plan::{Plan, What, Witness};

use crate::finding::{Confidence, Severity};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Plan> = Lint {
    id: "plan-contested",
    source: "PTX ISA, data-path layouts and scale factors of tcgen05.mma; CuTe, tmem_frg_2sm and the fragments of SFB",
    confidence: Confidence::Contested,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(plan: &Plan, report: &mut Report<Plan>) {
    let laid = report.facts.clone();
    for region in laid.regions().filter(|one| one.is_contested) {
        let text = match region.what {
            What::Sfb => {
                "The PTX ISA has four copies of all factors; CuTe has those of columns n < N / 2 in lanes 0–63 and the others in lanes 64–127."
            }
            What::D | What::A | What::Sfa | What::Metadata => {
                "The PTX ISA has layout C, half of the lanes and N columns; CuTe has layout B, all lanes and N / 2 columns."
            }
        };
        let (shown, other, witness) = match plan.witness {
            Witness::Ptx => ("the PTX ISA’s", "CuTe", Witness::Cute),
            Witness::Cute => ("CuTe’s", "the PTX ISA", Witness::Ptx),
        };
        let finding = report.add(
            Severity::Warning,
            &["reading"],
            format_args!("Sources disagree on {}", region.name),
            format_args!("{text} Shown is {shown} reading; no measurement is known."),
        );
        finding.repairs.push(Mend {
            label: format!("Show {other}"),
            change: Plan {
                witness,
                ..plan.clone()
            },
        });
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Plan>> {
    use super::{plan, with_a};
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::CtaForm;
    use swizzle_tmem::plan::Place;
    let pair = |m: u32| plan(|plan| (plan.mma.form, plan.mma.m) = (CtaForm::Two, m));
    vec![
        silent(plan(|_| ())),
        silent(pair(256)),
        speaks(Severity::Warning, "Sources disagree on SFB", pair(128)),
        speaks(
            Severity::Warning,
            "Sources disagree on D",
            with_a(128, |plan| {
                plan.mma.form = CtaForm::Two;
                plan.places[1] = Place::packed(What::Metadata);
            }),
        ),
    ]
}
