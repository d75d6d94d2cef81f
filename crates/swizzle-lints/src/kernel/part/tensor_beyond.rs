//! A load that begins in an accumulator and reads beyond it.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-beyond",
    source: "PTX ISA, tcgen05 data-path layout organization: columns of D",
    confidence: Confidence::Derived,
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
    let Some((end, last)) = tensor.beyond else {
        return;
    };
    report.add(
        Severity::Warning,
        &[],
        format_args!("D: the load reads columns up to {}, the accumulator ends before column {end}", last - 1),
        format_args!("Columns {end} to {} hold nothing that an instruction added: N of the instruction descriptor is smaller than what is loaded.", last - 1),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::tensor_part;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Warning,
            "reads columns up to 127, the accumulator ends before column 64",
            tensor_part(|tensor| tensor.beyond = Some((64, 128))),
        ),
        silent(tensor_part(|_| {})),
    ]
}
