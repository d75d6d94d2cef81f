//! Tensor memory that is allocated and not freed.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-freed",
    source: "PTX ISA, `tcgen05.alloc`: all of it is freed before the kernel ends",
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
    let Some(left) = tensor.left else {
        return;
    };
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!("{left} columns of tensor memory are allocated and not freed"),
        format_args!("A kernel must free its tensor memory before it ends; the next CTA on the multiprocessor finds less of it, and its allocation waits forever."),
    );
    finding
        .repairs
        .push(format!("Free {left} columns by tcgen05.dealloc"));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::tensor_part;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "128 columns of tensor memory are allocated and not freed",
            tensor_part(|tensor| tensor.left = Some(128)),
        ),
        silent(tensor_part(|_| {})),
    ]
}
