//! The scale factor id of B in the bits where the plain kinds have the sparsity selector.

use crate::finding::{Confidence, Severity};
use crate::instruction::{InstructionWord, TABLE};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId as Id};

pub(super) const LINT: Lint<InstructionWord> = Lint {
    id: "idesc-scale-place",
    source: TABLE,
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(word: &InstructionWord, report: &mut Report<InstructionWord>) {
    let idesc = word.idesc;
    let low = idesc.raw() & 3;
    let is_misplaced = idesc.kind().is_block_scaled()
        && low != 0
        && low == idesc.get(Id::ScaleA)
        && idesc.get(Id::ScaleB) == 0;
    if !is_misplaced {
        return;
    }
    let finding = report.add(
        Severity::Error,
        &[Id::ScaleB],
        format_args!("The scale factor id of B is in bits 0–1 instead of bits 4–5"),
        format_args!(
            "Bits 0–1 are reserved but contain {low}, the id of A; the id of B, bits 4–5, is 0."
        ),
    );
    finding.bits = 0b11_0011;
    let cleared = InstructionDescriptor::new(idesc.kind(), idesc.raw() & !3);
    finding.mended(cleared.with(Id::ScaleB, low));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<InstructionWord>> {
    use crate::instruction::word;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Kind;
    vec![
        speaks(
            Severity::Error,
            "instead of bits 4–5",
            word(Kind::Mxf8f6f4, 0x28a0_1401, None),
        ),
        silent(word(Kind::Mxf8f6f4, 0x28a0_1410, None)),
        silent(word(Kind::F16, 0x0820_0491, None)),
    ]
}
