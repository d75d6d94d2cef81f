//! A swizzle code that stands for no mode.

use super::*;

lint!(
    @cases; OperandRead,
    "held-mode",
    Stated,
    "PTX ISA, tcgen05, “Shared memory descriptor”"
);

fn find(read: &OperandRead, report: &mut Report) {
    let held = read.walk.held(read.at);
    if held.field(FieldId::Swizzle).is_none() {
        return;
    }
    if let Err(code) = held.lowest().decode().swizzle {
        report.error(
            &[FieldId::Swizzle],
            format!("{}: {code}", read.letter()),
            "Codes 3, 5 and 7 are not modes of tcgen05.",
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<OperandRead>> {
    use crate::finding::Severity;
    use crate::kernel::reading;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Chip;
    let of = |code: u64| {
        reading(0, |walk| {
            walk.chip = Chip::Sm100a;
            walk.reads[0].known.bits = 0x4040_0001_0000 | code << 61;
        })
    };
    vec![speaks(Severity::Error, "code 3 is not defined", of(3)), silent(of(2))]
}
