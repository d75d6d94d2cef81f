//! A or scale factors in columns of tensor memory that nothing writes.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-source",
    source: "PTX ISA, `tcgen05.st` and `tcgen05.cp`: what else writes A and scale factors",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&["tensor-columns"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Tensor(tensor) = &part.about else {
        return;
    };
    let Some((first, last)) = tensor.unwritten else {
        return;
    };
    let what = part.operand.map_or("tensor memory", |letter| letter.name());
    report.add(
        Severity::Error,
        &[],
        format_args!(
            "{what}: no tcgen05.st or tcgen05.cp writes columns {first} to {last} of the allocation"
        ),
        format_args!("The instruction reads whatever was there before."),
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
            "writes columns 96 to 103 of the allocation",
            tensor_part(|tensor| tensor.unwritten = Some((96, 103))),
        ),
        silent(tensor_part(|_| {})),
    ]
}
