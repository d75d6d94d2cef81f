//! A sparsity bit of the instruction descriptor that contradicts the opcode.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "idesc-sparsity",
    source: "PTX ISA, tcgen05, “Instruction descriptor”, bit 2",
    confidence: Confidence::Stated,
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
    let Some(is_set) = word.sparse_bit.filter(|bit| *bit != word.is_sparse) else {
        return;
    };
    let (has, bit) = if is_set {
        ("no .sp", "set")
    } else {
        (".sp", "0")
    };
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!(
            "The opcode has {has}, the sparsity bit of the instruction descriptor is {bit}"
        ),
        format_args!("Bit 2 is set if and only if A is sparse."),
    );
    finding.repairs.push(format!(
        "{} bit 2 of the instruction descriptor",
        if is_set { "Clear" } else { "Set" }
    ));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::instruction;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "The opcode has no .sp, the sparsity bit of the instruction descriptor is set",
            instruction(|word| word.sparse_bit = Some(true)),
        ),
        speaks(
            Severity::Error,
            "The opcode has .sp",
            instruction(|word| word.is_sparse = true),
        ),
        silent(instruction(|_| {})),
        silent(instruction(|word| word.sparse_bit = None)),
    ]
}
