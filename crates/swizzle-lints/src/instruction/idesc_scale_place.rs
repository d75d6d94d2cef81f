//! The scale factor id of B in the bits where the plain kinds have the sparsity selector.

use super::*;

lint!(InstructionWord, "idesc-scale-place", Stated, TABLE);

fn find(word: &InstructionWord, report: &mut Report) {
    let idesc = word.idesc;
    let low = idesc.raw() & 3;
    let is_misplaced = idesc.kind().is_block_scaled()
        && low != 0
        && low == idesc.get(Id::ScaleA)
        && idesc.get(Id::ScaleB) == 0;
    if !is_misplaced {
        return;
    }
    let finding = report.error(
        &[Id::ScaleB],
        "The scale factor id of B is in bits 0–1 instead of bits 4–5",
        format!("Bits 0–1 are reserved but contain {low}, the id of A; the id of B, bits 4–5, is 0."),
    );
    finding.bits = 0b11_0011;
    let cleared = InstructionDescriptor::new(idesc.kind(), idesc.raw() & !3);
    finding.mended(cleared.with(Id::ScaleB, low));
}
