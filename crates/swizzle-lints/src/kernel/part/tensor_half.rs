//! A load of all lanes of an accumulator that is in half of them.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-half",
    source: "PTX ISA, tcgen05 data-path layout organization: layouts C and F; tcgen05.ld shapes",
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
    let Some(m) = tensor.half_of_m else { return };
    report.add(
        Severity::Warning,
        &[],
        format_args!("D: the load reads 32 lanes of each warp, of which D of M = {m} fills 16"),
        format_args!("Half the threads get what is in the other lanes. Either M is larger, or a shape of 16 lanes belongs there."),
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
            "of which D of M = 64 fills 16",
            tensor_part(|tensor| tensor.half_of_m = Some(64)),
        ),
        silent(tensor_part(|_| {})),
    ]
}
