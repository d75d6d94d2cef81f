//! K = 96 of packed 4-bit elements.

use super::*;

lint!(InstructionWord, "idesc-k-96", Stated, TABLE);

fn find(word: &InstructionWord, report: &mut Report) {
    let (idesc, n) = (word.idesc, word.idesc.n());
    // Only the kinds of packed elements have the field.
    if idesc.get(Id::KSize) != 1 {
        return;
    }
    if idesc.sparsity() == Sparsity::Sparse {
        report.error(
            &[Id::KSize, Id::Sparse],
            "K = 96 is dense only",
            "The sparse form reads 128 elements of K.",
        );
    }
    let finding = report.note(
        &[Id::KSize],
        "K = 96 exists on sm_103a only",
        "Its operands are read in the absolute LBO mode, 48 bytes of K at once. Before 9.4 the ISA's table listed it for 256 × N with two CTAs only; CUTLASS issues it for one CTA too, with N a multiple of 16. Not run on hardware.",
    );
    let source = "PTX ISA 9.1 and 9.4, tcgen05.mma, “Matrix shapes”; CUTLASS, SM103";
    finding.by(Confidence::Contested, source);
    if !n.is_multiple_of(16) {
        let finding = report.warning(
            &[Id::N, Id::KSize],
            format!("N = {n} is not a multiple of 16, with K = 96"),
            "CUTLASS requires N to be a multiple of 16 here.",
        );
        finding.by(Confidence::InCode, "CUTLASS, mma_sm100_umma.hpp");
    }
}
