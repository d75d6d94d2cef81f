//! A in tensor memory that the instruction descriptor transposes.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-transpose",
    source: "CUTLASS, `SM100_MMA_F16BF16_TS`: A in tensor memory is K-major",
    confidence: Confidence::InCode,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Instruction(word) = &part.about else {
        return;
    };
    if !word.transposes_tensor_memory {
        return;
    }
    let finding = report.add(
        Severity::Warning,
        &[],
        format_args!("A is in tensor memory, and the instruction descriptor transposes it"),
        format_args!(
            "A row of A is a lane of tensor memory: there is no other order to read it in."
        ),
    );
    finding
        .repairs
        .push("Clear bit 15 of the instruction descriptor".to_owned());
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::instruction;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Warning,
            "A is in tensor memory",
            instruction(|word| word.transposes_tensor_memory = true),
        ),
        silent(instruction(|_| {})),
    ]
}
