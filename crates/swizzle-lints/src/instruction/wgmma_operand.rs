//! Forms of a wgmma's operands: the lint `operand-form` judges the tile's own.

use crate::finding::{Confidence, Severity};
use crate::instruction::{InstructionValues, WGMMA};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::hardware::{Arch, Element, Operand, Sparsity};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::FormFault;

pub(super) const LINT: Lint<InstructionValues> = Lint {
    id: "wgmma-operand",
    source: WGMMA,
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let fields = values.fields;
    if values.kind.is_some() {
        return;
    }
    let (operand, element, major) = match values.tile {
        Operand::A => (Operand::B, fields.b, fields.b_major),
        Operand::B => (Operand::A, fields.a, fields.a_major),
    };
    if FormFault::MajorOfWgmma.is_of(Arch::Wgmma, element, major, Swizzle::None) {
        report.add(
            Severity::Error,
            &[],
            format_args!("wgmma cannot read {element} {}", major.operand_name(operand)),
            format_args!("Only the f16 and bf16 forms have imm-trans-a and imm-trans-b; {operand} is always K-major here."),
        );
    }
    if fields.a == Element::B1 && fields.sparsity == Sparsity::Sparse {
        report.add(
            Severity::Error,
            &[],
            format_args!("b1 has no sparse form"),
            format_args!("wgmma.mma_async.sp supports every type except b1."),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<InstructionValues>> {
    use crate::instruction::values;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Major;
    vec![
        speaks(
            Severity::Error,
            "wgmma cannot read e4m3 N-major",
            values(None, |fields| {
                (fields.b, fields.b_major) = (Element::E4m3, Major::Mn)
            }),
        ),
        speaks(
            Severity::Error,
            "b1 has no sparse form",
            values(None, |fields| {
                (fields.a, fields.sparsity) = (Element::B1, Sparsity::Sparse)
            }),
        ),
        silent(values(None, |fields| fields.b_major = Major::Mn)),
    ]
}
