//! Forms of a wgmma's operands: the lint `operand-form` judges the tile's own.

use super::*;
use swizzle_core::hardware::Arch;
use swizzle_core::law::Swizzle;
use swizzle_core::reader::FormFault;

lint!(InstructionValues, "wgmma-operand", Stated, WGMMA);

fn find(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let Some(fields) = values.of_wgmma() else {
        return;
    };
    let (operand, element, major) = match values.tile {
        Operand::A => (Operand::B, fields.b, fields.b_major),
        Operand::B => (Operand::A, fields.a, fields.a_major),
    };
    if FormFault::MajorOfWgmma.is_of(Arch::Wgmma, element, major, Swizzle::None) {
        report.error(
            &[],
            format!("wgmma cannot read {element} {}", major.operand_name(operand)),
            format!("Only the f16 and bf16 forms have imm-trans-a and imm-trans-b; {operand} is always K-major here."),
        );
    }
    if fields.a == Element::B1 && fields.sparsity == Sparsity::Sparse {
        report.error(&[], "b1 has no sparse form", "wgmma.mma_async.sp supports every type except b1.");
    }
}
