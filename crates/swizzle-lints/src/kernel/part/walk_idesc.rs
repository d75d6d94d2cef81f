//! An instruction descriptor that differs from those of the other instructions of its walk.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "walk-idesc",
    source: "PTX ISA, tcgen05, “Instruction descriptor”",
    confidence: Confidence::Derived,
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
    let Some(common) = word.common.filter(|common| *common != word.own) else {
        return;
    };
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!(
            "The instruction descriptor differs in {} from the other instructions that add to this accumulator",
            word.differs.join(", ")
        ),
        format_args!("It has 0x{:08x} in these fields, the others 0x{common:08x}. Instructions that add to one accumulator have one shape and one pair of types.", word.own),
    );
    finding
        .repairs
        .push("Use the same instruction descriptor for all steps".to_owned());
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::instruction;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "differs in N from the other instructions",
            instruction(|word| {
                word.common = Some(0x0010_0000);
                word.own = 0x0020_0000;
                word.differs = vec!["N"];
            }),
        ),
        silent(instruction(|_| {})),
        silent(instruction(|word| word.common = None)),
    ]
}
