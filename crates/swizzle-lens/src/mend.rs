//! An edit of the text that mends a finding: a number in a line from which the operand follows. Each edit was tried.

use std::collections::BTreeMap;

use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_infer::sequence::differing_fields;
use swizzle_lints::Severity;
use swizzle_lints::kernel::Letter;

use crate::mend_idesc::transposed_idesc;
use crate::number::{Change, NumberAt, numbers};
use crate::reading::Reading;
use crate::row::OperandView;
use crate::score::KernelView;
use crate::source::why;
use crate::trial::{At, BYTES_MAX, LineEdit, TRIED_MAX, better, edit, faults, left_after, lines_with};

/// The longest pattern of a swizzle.
const PATTERN_BYTES: u64 = 1024;
/// Bytes that are read at most to find the lines behind all reads.
const READ_MAX: usize = 8 << 20;

/// The edit that mends an operand, if changing one number does: it is tried, and the text is judged again.
pub fn mend(reading: &Reading, kernel: usize, row: usize, side: Operand) -> Option<LineEdit> {
    let view = reading.kernels.get(kernel)?;
    let of = view.rows.get(row)?;
    let operand = &of.operands[side as usize];
    // An operand that is read correctly can still have an error around its instruction.
    let is_wrong_around = || {
        view.found().any(|one| {
            let is_own = one.is_of_line(of.line) && one.operand.and_then(Letter::operand) == Some(side);
            is_own && one.severity == Severity::Error
        })
    };
    let is_at_fault =
        matches!(operand.alone, Some(VerdictKind::Wrong | VerdictKind::Warning)) || is_wrong_around();
    if !is_at_fault || reading.text().len() > BYTES_MAX {
        return None;
    }
    let before = faults(view.found());
    let at = (kernel, row, side);
    if let Some(edit) = transposed(reading, at, before).or_else(|| transposed_idesc(reading, at, before)) {
        return Some(edit);
    }
    // The expected edit is one that leaves no error.
    let mut best: Option<LineEdit> = None;
    let changes = changes(view, operand);
    let lines: Vec<u32> = why(reading, of.line, side).lines.iter().map(|one| one.line).collect();
    let mut tried = 0;
    for line in &lines {
        let old = reading.line(*line);
        let (numbers, changes) = match old.starts_with("shl.") {
            true => (numbers(old), &SHIFTS[..]),
            false if takes_numbers(old) => (numbers(old), &changes[..]),
            false => continue,
        };
        for number in numbers {
            for change in changes {
                let Some(new) = number.changed(*change) else {
                    continue;
                };
                if tried == TRIED_MAX {
                    return best;
                }
                tried += 1;
                let alone = [(*line, number.put(old, &new))];
                let mut found = left_after(reading, at, &alone, before).map(|left| edit(old, &alone, left));
                // Others can have it, too: the same number, or the field in a number of their own.
                if found.as_ref().is_none_or(|found| found.left > 0) {
                    let of_all = everywhere(reading, at, (*line, &number, &new), before)
                        .or_else(|| in_all_reads(reading, at, (*line, *change), before));
                    found = better(found, of_all);
                }
                best = better(best, found);
                if best.as_ref().is_some_and(|best| best.left == 0) {
                    return best;
                }
            }
        }
    }
    best
}

/// The edit of a constant that each read has for itself: in all lines at once.
fn everywhere(
    reading: &Reading,
    at: At,
    (line, number, new): (u32, &NumberAt<'_>, &str),
    before: usize,
) -> Option<LineEdit> {
    let mut all: Vec<(u32, String)> = lines_with(reading, number.text)
        .into_iter()
        .map(|at| (at, reading.line(at).replace(number.text, new)))
        .collect();
    if all.len() < 2 {
        return None;
    }
    let left = left_after(reading, at, &all, before)?;
    let own = all.iter().position(|(at, _)| *at == line).unwrap_or(0);
    all[..=own].rotate_right(1);
    Some(edit(reading.line(line), &all, left))
}

/// The edit of a field that each read has in a constant of its own, beside its start: in the lines behind all of them.
fn in_all_reads(reading: &Reading, at: At, (line, change): (u32, Change), before: usize) -> Option<LineEdit> {
    let (kernel, _, side) = at;
    let rows = &reading.kernels[kernel].rows;
    if !matches!(change, Change::Put { .. }) || rows.len() * reading.text().len() > READ_MAX {
        return None;
    }
    let mut all: BTreeMap<u32, String> = BTreeMap::new();
    for row in rows {
        let lines = why(reading, row.line, side).lines;
        let numbered = lines.iter().map(|one| (one.line, reading.line(one.line)));
        let found = numbered.filter(|(_, old)| takes_numbers(old)).find_map(|(line, old)| {
            numbers(old).into_iter().find_map(|number| {
                let new = number.changed(change)?;
                Some((line, number.put(old, &new)))
            })
        });
        all.extend(found);
    }
    let own = all.remove(&line)?;
    let all: Vec<(u32, String)> = std::iter::once((line, own)).chain(all).collect();
    let left = left_after(reading, at, &all, before)?;
    (all.len() > 1).then(|| edit(reading.line(line), &all, left))
}

/// A flag of the instruction, turned: there alone, in its walk, or in all instructions.
fn transposed(reading: &Reading, at: At, before: usize) -> Option<LineEdit> {
    let (kernel, row, side) = at;
    let view = &reading.kernels[kernel];
    let line = view.rows[row].line;
    let flags = numbers(reading.line(line)).len();
    let turned = |row: usize, flag: usize| {
        let line = view.rows[row].line;
        let old = reading.line(line);
        let number = numbers(old).into_iter().nth(flag)?;
        let is_flag = number.value < 2;
        is_flag.then(|| (line, number.put(old, &(1 - number.value).to_string())))
    };
    let of_walk = view.rows[row].operands[side as usize]
        .walk
        .map_or(Vec::new(), |(walk, _)| view.walks[walk].rows.clone());
    let mut best = None;
    for flag in (flags.saturating_sub(2)..flags).rev() {
        for beside in [Vec::new(), of_walk.clone(), (0..view.rows.len()).collect()] {
            let others = beside.iter().filter(|other| **other != row);
            let all = std::iter::once(&row).chain(others);
            let edits: Vec<_> = all.filter_map(|row| turned(*row, flag)).collect();
            let left = left_after(reading, at, &edits, before);
            let found = left.map(|left| edit(reading.line(line), &edits, left));
            best = better(best, found);
            if best.as_ref().is_some_and(|best| best.left == 0) {
                return best;
            }
        }
    }
    best
}

/// A stage is shifted into its place: by a few bits less, or more.
pub(crate) const SHIFTS: [Change; 6] =
    [Change::Add(1), Change::Add(-1), Change::Add(2), Change::Add(-2), Change::Add(3), Change::Add(-3)];

/// Whether an instruction's numbers are what is added or put into a value, and not places of bits.
pub(crate) fn takes_numbers(line: &str) -> bool {
    ["add", "sub", "mad", "mul", "mov", "or", "xor", "lop3", "ld", "st"]
        .iter()
        .any(|opcode| line.strip_prefix(opcode).is_some_and(|rest| rest.starts_with('.')))
}

/// Returns the changes that may correct the numbers behind an operand.
fn changes(view: &KernelView, operand: &OperandView) -> Vec<Change> {
    let mut changes = Vec::new();
    // Stages follow one another in whole patterns.
    let walk = operand.walk.map(|(walk, _)| &view.walks[walk]);
    for stride in walk.into_iter().flat_map(|walk| &walk.strides) {
        let rest = stride % PATTERN_BYTES;
        if rest != 0 {
            changes.push(Change::Instead(*stride, stride - rest));
            changes.push(Change::Instead(*stride, stride - rest + PATTERN_BYTES));
        }
    }
    let spec = operand.part.as_ref().and_then(|part| part.shown.spec().ok());
    let Some(spec) = spec else {
        return changes;
    };
    let (Some(given), Ok(derived)) = (spec.given(), spec.derived_descriptor(spec.place())) else {
        return changes;
    };
    let start = derived.get(FieldId::Start) as i64 - given.get(FieldId::Start) as i64;
    if start != 0 {
        // Bytes first: what is added before the shift can be rounded down by a mask.
        changes.extend([Change::Add(16 * start), Change::Add(start)]);
    }
    let mut put = |id: FieldId, value: u64| {
        if let Some(field) = Descriptor::field(spec.reader().chip, id)
            && given.get(id) != value
        {
            changes.push(Change::Put {
                mask: field.mask(),
                old: given.get(id) << field.low,
                new: value << field.low,
            });
        }
    };
    for refit in walk.into_iter().flat_map(|walk| &walk.refits) {
        if let Some((id, value)) = refit.field(spec.reader().chip) {
            put(id, value);
        }
    }
    for id in differing_fields(&spec) {
        if id != FieldId::Start {
            put(id, derived.get(id));
        }
    }
    // All reads can have the same mistake: the packed strides are what most mean.
    let packed = spec.tile().packed();
    put(FieldId::Sbo, u64::from(packed.sbo_bytes / 16));
    put(FieldId::Lbo, u64::from(packed.lbo_bytes / 16));
    changes
}
