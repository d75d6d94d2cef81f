//! Fixed bits of a descriptor that differ from what the chip asks for.

use super::*;
use crate::matrix::ZERO_IN_46;
use crate::words::fixed_bits;

lint!(
    @cases; OperandRead,
    "held-bits",
    Stated,
    "PTX ISA, tcgen05, “Shared memory descriptor”; CUTLASS, `GmmaDescriptor`"
);

/// The one of the fixed bits that is 1.
const BIT_46: u64 = 1 << 46;

fn find(read: &OperandRead, report: &mut Report) {
    let (chip, known) = (read.walk.chip, read.walk.reads[read.at].known);
    let mask = Descriptor::fixed_mask(chip) & known.mask;
    let stray = (known.bits ^ Descriptor::fixed_bits(chip)) & mask;
    if stray == 0 {
        return;
    }
    let [held, required] = fixed_bits(chip, stray, known.bits);
    // Measured, bit by bit: wgmma reads the same with any of them. They tell of a slip all the same.
    let (severity, effect) = match chip.arch() {
        Some(Arch::Wgmma) => (Severity::Warning, " wgmma ignores them (measured on an H100)."),
        Some(Arch::Tcgen05) if stray == BIT_46 => (Severity::Error, ZERO_IN_46),
        Some(Arch::Tcgen05) | None => (Severity::Error, ""),
    };
    report.add(
        severity,
        &[FieldId::Reserved14, FieldId::Reserved30, FieldId::Fixed46, FieldId::Reserved],
        format!("{}: {held}", read.letter()),
        format!("{required}{effect} A stride that is not shifted, or a sum that leaves its field, sets other bits."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<OperandRead>> {
    use crate::kernel::reading;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Chip;
    vec![
        speaks(Severity::Error, "fixed bits 0x400000000000", reading(1, |walk| walk.chip = Chip::Sm100a)),
        speaks(
            Severity::Warning,
            "sm_90a requires 0x0",
            reading(0, |walk| walk.reads[0].known.bits |= 1 << 46),
        ),
        silent(reading(0, |_| {})),
        silent(reading(0, |walk| {
            walk.reads[0].known.mask &= !(1 << 46);
        })),
    ]
}
