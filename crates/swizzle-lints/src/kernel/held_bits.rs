//! Fixed bits of a descriptor that differ from what the chip asks for.

use super::*;
use crate::matrix::ZERO_IN_46;
use crate::words::fixed_bits;

lint!(
    OperandRead,
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
