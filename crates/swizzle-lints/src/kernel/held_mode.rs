//! A swizzle code that stands for no mode.

use crate::finding::{Confidence, Severity};
use crate::kernel::OperandRead;
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::descriptor::FieldId;

pub(super) const LINT: Lint<OperandRead> = Lint {
    id: "held-mode",
    source: "PTX ISA, tcgen05, “Shared memory descriptor”",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(read: &OperandRead, report: &mut Report<OperandRead>) {
    let held = read.walk.held(read.at);
    if held.field(FieldId::Swizzle).is_none() {
        return;
    }
    if let Err(code) = held.lowest().decode().swizzle {
        report.add(
            Severity::Error,
            &[FieldId::Swizzle],
            format_args!("{}: {code}", read.letter()),
            format_args!("Codes 3, 5 and 7 are not modes of tcgen05."),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<OperandRead>> {
    use crate::kernel::reading;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Chip;
    let of = |code: u64| {
        reading(0, |walk| {
            walk.chip = Chip::Sm100a;
            walk.reads[0].known.bits = 0x4040_0001_0000 | code << 61;
        })
    };
    vec![
        speaks(Severity::Error, "code 3 is not defined", of(3)),
        silent(of(2)),
    ]
}
