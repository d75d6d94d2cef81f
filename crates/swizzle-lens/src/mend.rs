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
use crate::trial::{At, BYTES_MAX, Edits, LineEdit, TRIED_MAX, best_of, everywhere};

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
    let at = (kernel, row, side);
    transposed(reading, at).or_else(|| {
        // The expected edit is one that leaves no error.
        let changes = changes(view, operand);
        let lines = why(reading, of.line, side).lines;
        let changed = lines.iter().flat_map(|one| {
            let old = reading.line(one.line);
            let changes = match old.starts_with("shl.") {
                true => &SHIFTS[..],
                false if takes_numbers(old) => &changes[..],
                false => &[],
            };
            let numbered = numbers(old).into_iter().flat_map(move |number| {
                let new = changes.iter().map(move |change| (*change, number.changed(*change)));
                new.filter_map(move |(change, new)| Some((number, change, new?)))
            });
            numbered.map(move |(number, change, new)| (one.line, number, change, new))
        });
        let tried = changed.take(TRIED_MAX).flat_map(|(line, number, change, new)| {
            // Others can have it, too: the same number, or the field in a number of their own.
            let alone = || vec![(line, number.put(reading.line(line), &new))];
            let same = || everywhere(reading, line, number.text, &new);
            let own = || in_all_reads(reading, at, line, change);
            [alone(), same(), own()]
        });
        best_of(reading, at, tried)
    })
}

/// The edit of a field that each read has in a constant of its own, beside its start: in the lines behind all of them.
fn in_all_reads(reading: &Reading, (kernel, _, side): At, line: u32, change: Change) -> Edits {
    let rows = &reading.kernels[kernel].rows;
    if !matches!(change, Change::Put { .. }) || rows.len() * reading.text().len() > READ_MAX {
        return Vec::new();
    }
    let mut all: BTreeMap<u32, String> = BTreeMap::new();
    for row in rows {
        let lines = why(reading, row.line, side).lines;
        let numbered = lines.iter().map(|one| (one.line, reading.line(one.line)));
        let found = numbered.filter(|(_, old)| takes_numbers(old)).find_map(|(line, old)| {
            let changed = |number: NumberAt<'_>| Some((line, number.put(old, &number.changed(change)?)));
            numbers(old).into_iter().find_map(changed)
        });
        all.extend(found);
    }
    let own = all.remove(&line).map(|own| (line, own));
    own.map_or_else(Vec::new, |own| std::iter::once(own).chain(all).collect())
}

/// A flag of the instruction, turned: there alone, in its walk, or in all instructions; or that of its instruction descriptor.
fn transposed(reading: &Reading, at: At) -> Option<LineEdit> {
    let (kernel, row, side) = at;
    let view = &reading.kernels[kernel];
    let flags = numbers(reading.line(view.rows[row].line)).len();
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
    let tried = (flags.saturating_sub(2)..flags).rev().flat_map(|flag| {
        [Vec::new(), of_walk.clone(), (0..view.rows.len()).collect()].map(|beside| {
            let others = beside.into_iter().filter(|other| *other != row);
            std::iter::once(row).chain(others).filter_map(|row| turned(row, flag)).collect()
        })
    });
    best_of(reading, at, tried.chain(transposed_idesc(reading, at)))
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
