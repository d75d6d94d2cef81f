//! An edit of the text that mends an instruction descriptor: the number that it is made of. Each edit was tried.

use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId};
use swizzle_core::hardware::Operand;
use swizzle_lints::instruction::findings_from_word;
use swizzle_lints::{Finding, Severity};

use crate::number::numbers;
use crate::reading::Reading;
use crate::source::why_of;
use crate::trial::{At, BYTES_MAX, LineEdit, TRIED_MAX, edit, faults, judged_with, left_after, lines_with};

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
    let others = view.rows.iter().filter_map(|row| row.word.as_ref());
    let others = others.map(|word| word.idesc.raw());
    let mut wanted: Vec<u32> = Vec::new();
    for bits in proposed.chain(others) {
        if bits != own && wanted.len() < TRIED_MAX && !wanted.contains(&bits) {
            wanted.push(bits);
        }
    }
    let before = faults(view.found());
    let lines = why_of(reading, of.line, "idesc").lines;
    lines.iter().find_map(|at| {
        let old = reading.line(at.line);
        let number = numbers(old).into_iter().find(|one| one.value as u32 == own)?;
        wanted.iter().find_map(|bits| {
            let new = number.put(old, &number.written(u64::from(*bits)));
            let edits = [(at.line, new)];
            let found = judged_with(reading, kernel, &edits)?.findings;
            let left = faults(found.iter());
            let is_mended = !has_error(found.iter(), of.line) && left < before;
            is_mended.then(|| edit(old, &edits, left))
        })
    })
}

/// The edit that turns the transpose bit of an operand, in all lines that have the instruction descriptor.
pub(crate) fn transposed_idesc(reading: &Reading, at: At, before: usize) -> Option<LineEdit> {
    let (kernel, row, side) = at;
    let of = &reading.kernels[kernel].rows[row];
    let idesc = of.word.as_ref()?.idesc;
    let id = match side {
        Operand::A => InstructionFieldId::TransposeA,
        Operand::B => InstructionFieldId::TransposeB,
    };
    let turned = idesc.raw() ^ InstructionDescriptor::field(idesc.kind(), id)?.mask();
    let lines = why_of(reading, of.line, "idesc").lines;
    lines.iter().find_map(|one| {
        let number =
            numbers(reading.line(one.line)).into_iter().find(|number| number.value as u32 == idesc.raw())?;
        let new = number.written(u64::from(turned));
        let others = lines_with(reading, number.text);
        let others = others.into_iter().filter(|other| *other != one.line);
        let all: Vec<(u32, String)> = std::iter::once(one.line)
            .chain(others)
            .map(|line| (line, reading.line(line).replace(number.text, &new)))
            .collect();
        let left = left_after(reading, at, &all, before)?;
        Some(edit(reading.line(one.line), &all, left))
    })
}

/// Whether something is wrong with an instruction itself, whichever operand it reads.
fn has_error<'a>(mut findings: impl Iterator<Item = &'a Finding<()>>, line: u32) -> bool {
    findings.any(|one| {
        let is_own = one.line == line && one.operand.and_then(|of| of.operand()).is_none();
        is_own && one.severity == Severity::Error
    })
}
