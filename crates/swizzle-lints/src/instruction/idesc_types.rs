//! Types of A, B and D that do not go together, and transposed types on which sources disagree.

use super::*;
use swizzle_core::hardware::{Accumulator, Major};

lint!(InstructionWord, "idesc-types", Stated, SHAPES);

fn find(word: &InstructionWord, report: &mut Report) {
    let idesc = word.idesc;
    let elements = [Operand::A, Operand::B].map(|operand| idesc.element(operand));
    if idesc.accumulator() == Some(Accumulator::F16) && elements.contains(&Some(Element::Bf16)) {
        report
            .error(
                &[Id::D, Id::A, Id::B],
                "bf16 needs an f32 accumulator",
                "Kind f16 accumulates in f16 only where A and B are f16.",
            )
            .mended(idesc.with(Id::D, 1));
    }
    for (operand, element) in [Operand::A, Operand::B].into_iter().zip(elements) {
        if !element.is_some_and(Element::is_padded) || idesc.major(operand) != Major::Mn {
            continue;
        }
        let finding = report.note(
            only(idesc, transpose(operand)),
            format!(
                "Sources disagree on {} 4- and 6-bit types",
                Major::Mn.operand_name(operand)
            ),
            "PTX ISA 9.1 and a comment in CUTLASS list no transposed form for them; the 9.4 transpose table and CUTLASS's own tests include it. Not run on hardware.",
        );
        let source = "PTX ISA 9.1 and 9.4, tcgen05 transpose tables; CUTLASS";
        finding.by(Confidence::Contested, source);
    }
}
