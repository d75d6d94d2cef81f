//! Lints on an instruction by its values, without a descriptor: what has no code, and what no wgmma is.

use super::*;

lints! {
    /// The lints on an instruction without a descriptor, in the order in which findings of one severity are shown.
    INSTRUCTION_LINTS: InstructionValues;

    instruction_code "instruction-code" Stated: TABLE;
    wgmma_shape "wgmma-shape" Stated: WGMMA;
    wgmma_types "wgmma-types" Stated: WGMMA;
    wgmma_operand "wgmma-operand" Stated: WGMMA;
}

/// Values that the instruction descriptor of the kind cannot encode.
fn instruction_code(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    if let Some(kind) = values.kind
        && let Err(error) = InstructionDescriptor::encode(kind, values.fields)
    {
        let text = "A type, extent or transposition that the instruction descriptor cannot encode has no instruction.";
        report.error(&[], error.to_string(), text);
    }
}

/// M and N of a wgmma.
fn wgmma_shape(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let Some(InstructionFields { m, n, b, .. }) = values.of_wgmma() else {
        return;
    };
    if m != 64 {
        report.error(&[], format!("M = {m} is not a wgmma shape"), "M of one instruction is always 64.");
    }
    let legal_n = wgmma_n_extents(b);
    if !legal_n.contains(n) {
        let title = format!("N = {n} is not a wgmma shape for {b}");
        report.error(&[], title, format!("Legal N: {}.", legal_n.text()));
    }
}

fn is_pair(a: Element, b: Element) -> bool {
    use Element::{E4m3, E5m2, S8, U8};
    a == b || matches!((a, b), (E4m3, E5m2) | (E5m2, E4m3) | (S8, U8) | (U8, S8))
}

/// Types of a wgmma that do not go together.
fn wgmma_types(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let Some(InstructionFields { a, b, d, .. }) = values.of_wgmma() else {
        return;
    };
    let known = wgmma_accumulators(a);
    if !known.contains(&d) {
        let title = format!("{a} cannot use {d} accumulators");
        report.error(&[], title, format!("The accumulator must be {}.", joined(known, " or ")));
    }
    if !is_pair(a, b) {
        let text =
            "A and B must have the same type, except that e4m3 can be combined with e5m2, and s8 with u8.";
        report.error(&[], format!("A is {a} but B is {b}"), text);
    }
}

/// Forms of a wgmma's operands: the lint `operand-form` judges the tile's own.
fn wgmma_operand(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let Some(fields) = values.of_wgmma() else {
        return;
    };
    let operand = values.tile.other();
    let (element, major) = [(fields.a, fields.a_major), (fields.b, fields.b_major)][operand as usize];
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
