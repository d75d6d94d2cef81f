//! M or N of one CTA in the instruction descriptor of a pair.

use swizzle_core::descriptor::InstructionFieldId as Id;
use swizzle_core::hardware::CtaForm;
use swizzle_text::Mend;

use crate::finding::{Confidence, Severity};
use crate::lint::{Lint, Report, RestsOn};
use crate::tensor_memory::issue::Issue;

pub(super) const LINT: Lint<Issue> = Lint {
    id: "idesc-pair",
    source: "PTX ISA, tcgen05.mma with .cta_group::2, “Matrix shapes”; CuTe's 2SM traits",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(issue: &Issue, report: &mut Report<Issue>) {
    let Some(idesc) = issue.idesc.filter(|_| issue.form == CtaForm::Two) else {
        return;
    };
    let extents = [(Id::M, idesc.m(), issue.m), (Id::N, idesc.n(), issue.n)];
    for (id, own, wanted) in extents {
        let (letter, fields): (_, &[&str]) = match id {
            Id::M => ("M", &["m"]),
            _ => ("N", &["n"]),
        };
        let Some(wanted) = wanted.filter(|wanted| 2 * own == *wanted) else {
            continue;
        };
        let finding = report.add(
            Severity::Error,
            fields,
            format_args!("{letter} = {own} of the instruction descriptor is that of one CTA"),
            format_args!("With .cta_group::2 it is {letter} of the pair, {wanted}: each CTA gives half of it from its own shared memory."),
        );
        // The field counts in the unit in which it has one CTA's extent: twice that is twice the field.
        let mended = idesc.with(id, 2 * idesc.get(id));
        finding.repairs.push(Mend {
            label: format!("Set the instruction descriptor to {mended}"),
            change: Issue {
                idesc: Some(mended),
                ..issue.clone()
            },
        });
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Issue>> {
    use crate::tests::{silent, speaks};
    use swizzle_core::descriptor::InstructionDescriptor;
    use swizzle_core::hardware::Kind;
    // bf16, M = 128, N = 128.
    let of = |form, m, n| Issue {
        idesc: Some(InstructionDescriptor::new(Kind::F16, 0x0820_0490)),
        n: Some(n),
        ..Issue::new(form, m)
    };
    vec![
        speaks(
            Severity::Error,
            "M = 128 of the instruction descriptor is that of one CTA",
            of(CtaForm::Two, 256, 128),
        ),
        speaks(
            Severity::Error,
            "it is N of the pair, 256",
            of(CtaForm::Two, 128, 256),
        ),
        silent(of(CtaForm::Two, 128, 128)),
        silent(of(CtaForm::One, 256, 256)),
        silent(Issue::new(CtaForm::Two, 256)),
        // An M that was not said is not twice that of the descriptor.
        silent(Issue {
            m: None,
            ..of(CtaForm::Two, 256, 128)
        }),
    ]
}
