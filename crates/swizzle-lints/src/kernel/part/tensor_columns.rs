//! Columns of tensor memory outside of the allocation.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-columns",
    source: "PTX ISA, “Tensor Memory”, allocation and layouts",
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
    let Some((end, allocated)) = tensor.columns.filter(|(end, allocated)| end > allocated) else {
        return;
    };
    report.add(
        Severity::Error,
        &[],
        format_args!(
            "{} uses {end} columns from the beginning of the allocation, {allocated} are allocated",
            tensor.opcode
        ),
        format_args!("Scale factors, accumulators and A in tensor memory must be within the columns that the kernel allocated."),
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
            "uses 260 columns from the beginning of the allocation, 256 are allocated",
            tensor_part(|tensor| tensor.columns = Some((260, 256))),
        ),
        silent(tensor_part(|_| {})),
    ]
}
