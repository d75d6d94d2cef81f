//! Cases in which lints fire, and in which they must not.

use super::*;
use crate::finding::Severity;
use crate::tests::{Case, silent, speaks};

/// Those of a lint.
pub(crate) fn cases(id: &str) -> Vec<Case<InstructionValues>> {
    match id {
        "instruction-code" => instruction_code(),
        "wgmma-shape" => wgmma_shape(),
        "wgmma-types" => wgmma_types(),
        "wgmma-operand" => wgmma_operand(),
        _ => Vec::new(),
    }
}

fn instruction_code() -> Vec<Case<InstructionValues>> {
    use crate::instruction::values;
    use swizzle_core::hardware::{Element, Kind};
    vec![
        speaks(
            Severity::Error,
            "cannot encode has no instruction",
            values(Some(Kind::Tf32), |fields| fields.a = Element::Bf16),
        ),
        silent(values(Some(Kind::F16), |_| ())),
        silent(values(None, |_| ())),
    ]
}

fn wgmma_shape() -> Vec<Case<InstructionValues>> {
    use crate::instruction::values;
    vec![
        speaks(Severity::Error, "M = 128 is not a wgmma shape", values(None, |fields| fields.m = 128)),
        speaks(Severity::Error, "N = 20 is not a wgmma shape for bf16", values(None, |fields| fields.n = 20)),
        silent(values(None, |_| ())),
    ]
}

fn wgmma_types() -> Vec<Case<InstructionValues>> {
    use crate::instruction::values;
    use swizzle_core::hardware::Accumulator;
    vec![
        speaks(
            Severity::Error,
            "bf16 cannot use f16 accumulators",
            values(None, |fields| fields.d = Accumulator::F16),
        ),
        speaks(Severity::Error, "A is bf16 but B is f16", values(None, |fields| fields.b = Element::F16)),
        silent(values(None, |fields| (fields.a, fields.b) = (Element::E4m3, Element::E5m2))),
    ]
}

fn wgmma_operand() -> Vec<Case<InstructionValues>> {
    use crate::instruction::values;
    use swizzle_core::hardware::Major;
    vec![
        speaks(
            Severity::Error,
            "wgmma cannot read e4m3 N-major",
            values(None, |fields| (fields.b, fields.b_major) = (Element::E4m3, Major::Mn)),
        ),
        speaks(
            Severity::Error,
            "b1 has no sparse form",
            values(None, |fields| (fields.a, fields.sparsity) = (Element::B1, Sparsity::Sparse)),
        ),
        silent(values(None, |fields| fields.b_major = Major::Mn)),
    ]
}
