//! An edit of the text that mends an instruction descriptor: the number that it is made of. Each edit was tried.

use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId};
use swizzle_core::hardware::Operand;
use swizzle_lints::instruction::findings_from_word;
use swizzle_lints::{Finding, Severity};

use crate::number::numbers;
use crate::reading::Reading;
use crate::source::why_of;
use crate::trial::{At, BYTES_MAX, Edits, LineEdit, best, everywhere, faults, others};

/// The edit that mends the instruction descriptor of an instruction, if changing one number does: to what a lint proposes, or to
/// that of another instruction of the kernel. It is tried, and the text is judged again.
pub fn mend_idesc(reading: &Reading, kernel: usize, row: usize) -> Option<LineEdit> {
    let view = reading.kernels.get(kernel)?;
    let of = view.rows.get(row)?;
    let word = of.word.as_ref()?;
    if !has_error(view.found(), of.line) || reading.text().len() > BYTES_MAX {
        return None;
    }
    let own = word.idesc.raw();
    let proposed = findings_from_word(word)
        .into_iter()
        .flat_map(|finding| finding.repairs)
        .map(|repair| repair.change.raw());
    let in_rows = view.rows.iter().filter_map(|row| Some(row.word.as_ref()?.idesc.raw()));
    let wanted = others(own, proposed.chain(in_rows));
    let before = faults(view.found());
    let (wanted, lines) = (&wanted, why_of(reading, of.line, "idesc").lines);
    let tried = lines.iter().flat_map(|at| {
        let old = reading.line(at.line);
        let number = numbers(old).into_iter().find(|one| one.value as u32 == own);
        let changed = number.into_iter().flat_map(move |number| {
            wanted.iter().map(move |bits| number.put(old, &number.written(u64::from(*bits))))
        });
        changed.map(|new| vec![(at.line, new)])
    });
    best(reading, kernel, tried, |report| {
        let found = || report.findings.iter();
        let left = faults(found());
        (!has_error(found(), of.line) && left < before).then_some(left)
    })
}

/// The transpose bit of an operand, turned in all lines that have the instruction descriptor.
pub(crate) fn transposed_idesc(reading: &Reading, (kernel, row, side): At) -> Vec<Edits> {
    let of = &reading.kernels[kernel].rows[row];
    let Some(idesc) = of.word.as_ref().map(|word| word.idesc) else {
        return Vec::new();
    };
    let id = match side {
        Operand::A => InstructionFieldId::TransposeA,
        Operand::B => InstructionFieldId::TransposeB,
    };
    let turned = InstructionDescriptor::field(idesc.kind(), id).map(|field| idesc.raw() ^ field.mask());
    let lines = why_of(reading, of.line, "idesc").lines;
    let all = lines.iter().filter_map(|one| {
        let all = numbers(reading.line(one.line));
        let number = all.into_iter().find(|number| number.value as u32 == idesc.raw())?;
        Some(everywhere(reading, one.line, number.text, &number.written(u64::from(turned?))))
    });
    all.collect()
}

/// Whether something is wrong with an instruction itself, whichever operand it reads.
fn has_error<'a>(mut findings: impl Iterator<Item = &'a Finding<()>>, line: u32) -> bool {
    findings.any(|one| {
        let is_own = one.line == line && one.operand.and_then(|of| of.operand()).is_none();
        is_own && one.severity == Severity::Error
    })
}
