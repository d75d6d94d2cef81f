//! Instructions of tcgen05 that name different numbers of CTAs.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::hardware::CtaForm;

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-group",
    source: "PTX ISA, tcgen05: all instructions of a kernel have one `.cta_group`",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Tensor(tensor) = &part.about else {
        return;
    };
    let Some((own, common)) = tensor.forms.filter(|(own, common)| own != common) else {
        return;
    };
    let name = |form| match form {
        CtaForm::Two => "cta_group::2",
        CtaForm::One | CtaForm::WeightStationary => "cta_group::1",
    };
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!(
            "{} has {}, the other tcgen05 instructions {}",
            tensor.opcode,
            name(own),
            name(common)
        ),
        format_args!("All tcgen05 instructions of a kernel must have the same cta_group, commit and allocation included."),
    );
    finding.repairs.push(format!("Write {}", name(common)));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::tensor_part;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "tcgen05.alloc has cta_group::2, the other tcgen05 instructions cta_group::1",
            tensor_part(|tensor| tensor.forms = Some((CtaForm::Two, CtaForm::One))),
        ),
        silent(tensor_part(|_| {})),
    ]
}
