//! Contradictions between an instruction descriptor and a tile with its reader.

use super::*;
use swizzle_core::hardware::LboMode;

lint!(InstructionWord, "idesc-tile", Stated, TABLE);

fn find(word: &InstructionWord, report: &mut Report) {
    let Some(spec) = &word.spec else {
        return;
    };
    reader(word.idesc, report, spec);
    element(word.idesc, report, spec);
    major(word.idesc, report, spec);
    rows(word, report, spec);
}

fn reader(idesc: InstructionDescriptor, report: &mut Report, spec: &Spec) {
    let (arch, sparsity, mode) = (spec.reader().arch, spec.reader().sparsity, spec.reader().lbo_mode);
    if !arch.has_instruction_descriptor() {
        report.error(
            &[],
            format!("{arch} has no instruction descriptor"),
            "Types, shape and transposition are part of the instruction's name.",
        );
    }
    if sparsity != idesc.sparsity() {
        report
            .error(
                &[Id::Sparse],
                format!("The instruction is {sparsity}, but bit 2 is set to {}", idesc.sparsity()),
                "tcgen05.mma.sp needs the bit set, tcgen05.mma needs it clear.",
            )
            .mended(idesc.with(Id::Sparse, sparsity as u32));
    }
    let is_absolute = mode == LboMode::Absolute;
    if is_absolute != (idesc.get(Id::KSize) == 1) {
        let finding = report.error(
            &[Id::KSize],
            format!("The instruction descriptor has K = {}", idesc.k()),
            format!("The matrix descriptor's LBO mode is {mode}, which reads K = {}.", spec.read_k()),
        );
        if InstructionDescriptor::field(idesc.kind(), Id::KSize).is_some() {
            finding.mended(idesc.with(Id::KSize, is_absolute.into()));
        }
    }
}

fn element(idesc: InstructionDescriptor, report: &mut Report, spec: &Spec) {
    let (element, operand, kind) = (spec.tile().element, spec.reader().operand, idesc.kind());
    let id = match operand {
        Operand::A => Id::A,
        Operand::B => Id::B,
    };
    let fields = only(idesc, id);
    if !kind.elements().contains(&element) {
        let kinds: Vec<&str> = Kind::of_element(element).map(Kind::name).collect();
        let text = match kinds.is_empty() {
            true => format!("No kind of tcgen05 supports {element}."),
            false => format!("{element} is supported by kind {}.", kinds.join(", ")),
        };
        let title = format!("Kind {kind} does not support {element}");
        report.error(fields, title, text);
    } else if let Some(other) = idesc.element(operand).filter(|other| *other != element) {
        let finding = report.error(
            fields,
            format!("The tile is {element}, but {} is set to {other}", id.name()),
            "The bits of each element would be read as a different number.",
        );
        if let Ok(mended) = idesc.coded(id, element.name()) {
            finding.mended(mended);
        }
    }
}

fn major(idesc: InstructionDescriptor, report: &mut Report, spec: &Spec) {
    let (major, operand) = (spec.tile().major, spec.reader().operand);
    let held = idesc.major(operand);
    if held == major {
        return;
    }
    let id = transpose(operand);
    let finding = report.error(
        only(idesc, id),
        format!(
            "The tile is {}, but {} is set to {}",
            major.operand_name(operand),
            id.name(),
            held.operand_name(operand)
        ),
        "The matrix descriptor does not contain the contiguous dimension; this bit does.",
    );
    let bit = u32::from(major.transpose_bit());
    let field = InstructionDescriptor::field(idesc.kind(), id);
    if let Some(field) = field.filter(|field| field.allows(bit)) {
        finding.mended(idesc.with_bits(field, bit));
    }
}

/// Compares the rows of the operand in one CTA: with `cta_group::2` half of the descriptor's value.
fn rows(word: &InstructionWord, report: &mut Report, spec: &Spec) {
    let (mn, operand) = (spec.tile().mn, spec.reader().operand);
    let (id, rows) = match operand {
        Operand::A => (Id::M, word.idesc.m()),
        Operand::B => (Id::N, word.idesc.n()),
    };
    let held = match word.form {
        Some(CtaForm::Two) => rows / 2,
        Some(CtaForm::One | CtaForm::WeightStationary) | None => rows,
    };
    // Half the rows match too, unless the form excludes a CTA pair.
    let may_be_half = word.form.is_none() && mn.is_multiple_of((rows / 2).max(1));
    if held > 0 && !mn.is_multiple_of(held) && !may_be_half {
        report.warning(
            only(word.idesc, id),
            format!("{} = {mn} of the tile is not a multiple of {held}", operand.mn_letter()),
            format!(
                "One instruction reads {held} rows of {operand} here: the last one extends past the tile."
            ),
        );
    }
}
