//! An allocation of tensor memory after the right to allocate was given up.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-order",
    source: "PTX ISA, `tcgen05.relinquish_alloc_permit`",
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
    if !tensor.is_late {
        return;
    }
    report.add(
        Severity::Error,
        &[],
        format_args!("{} after tcgen05.relinquish_alloc_permit", tensor.opcode),
        format_args!("A CTA that gave up the right to allocate cannot allocate again."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::tensor_part;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "after tcgen05.relinquish_alloc_permit",
            tensor_part(|tensor| tensor.is_late = true),
        ),
        silent(tensor_part(|_| {})),
    ]
}
