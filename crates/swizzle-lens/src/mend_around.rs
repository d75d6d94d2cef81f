//! An edit of the text that mends what is around the instructions: a number of a tensor map, a copy or a barrier. Each edit was
//! tried.

use swizzle_core::reader::VerdictKind;
use swizzle_lints::Finding;
use swizzle_lints::kernel::{KernelReport, Letter};

use crate::mend::{SHIFTS, mend, takes_numbers};
use crate::mend_idesc::mend_idesc;
use crate::mend_product::mend_product;
use crate::number::{Change, numbers};
use crate::reading::Reading;
use crate::source::lines_behind;
use crate::trial::{BYTES_MAX, LineEdit, TRIED_MAX, best, faults, judged_with, others};

/// The edit that fixes a finding on any subject, if changing one number does: it is tried, and the text is judged again.
///
/// ```
/// use swizzle_lens::{Example, Reading, mend_finding};
/// // A tensor map writes plain rows, and the descriptors read 128B.
/// let reading = Reading::of("box", Example::TmaBox.text().into());
/// let (finding, _) = &reading.kernels[0].findings[0];
/// let edit = mend_finding(&reading, 0, finding).expect("an edit");
/// assert_eq!((finding.id, edit.line, edit.numbers, edit.left), ("box-swizzle", 126, [0, 3], 0));
/// ```
pub fn mend_finding(reading: &Reading, kernel: usize, finding: &Finding<()>) -> Option<LineEdit> {
    let view = reading.kernels.get(kernel)?;
    if view.is_of_registers {
        return mend_product(reading, kernel, finding);
    }
    let row = view.rows.iter().position(|row| row.line == finding.line);
    match (row, finding.operand.and_then(Letter::operand)) {
        (Some(row), Some(side)) => mend(reading, kernel, row, side),
        (Some(row), None) => mend_idesc(reading, kernel, row),
        (None, _) => around(reading, kernel, finding),
    }
}

/// Codes of fields of a tensor map that are tried without anything that names them.
const CODES_MAX: u64 = 6;

/// Lines behind a copy in which a number is looked for.
const LINES_MAX: usize = 16;

fn around(reading: &Reading, kernel: usize, finding: &Finding<()>) -> Option<LineEdit> {
    if reading.text().len() > BYTES_MAX {
        return None;
    }
    let before = Tally::of(&judged_with(reading, kernel, &[])?);
    let own = finding.line;
    let behind = alike(reading, own).into_iter().flat_map(|line| lines_behind(reading, line));
    let lines = [own].into_iter().chain(behind.take(LINES_MAX));
    let tried = lines.flat_map(|line| {
        let old = reading.line(line);
        let number = numbers(old).into_iter().next_back().filter(|number| number.is_last_of(old));
        let changed = number.into_iter().flat_map(move |number| {
            let changes: Vec<Change> = match old.starts_with("shl.") {
                true => SHIFTS.to_vec(),
                false if line == own || takes_numbers(old) => {
                    let wanted = wanted(reading, (line, number.value), finding);
                    wanted.into_iter().map(|new| Change::Instead(number.value, new)).collect()
                }
                false => Vec::new(),
            };
            let new = changes.into_iter().filter_map(move |change| number.changed(change));
            new.map(move |new| number.put(old, &new))
        });
        changed.map(move |new| vec![(line, new)])
    });
    best(reading, kernel, tried.take(TRIED_MAX), |report| {
        let is_silent = report.findings.iter().all(|one| !is_alike(one, finding));
        let is_mended = is_silent && Tally::of(report).is_better_than(&before);
        is_mended.then(|| faults(report.findings.iter()))
    })
}

/// A line, and those before it that set another number of the same field, such as the other dimension of a box.
fn alike(reading: &Reading, own: u32) -> Vec<u32> {
    let target = |line: u32| reading.line(line).split(',').next();
    let is_field = reading.line(own).starts_with("tensormap.replace.");
    let first = own.saturating_sub(FIELD_LINES).max(1);
    let others = (first..own).rev().filter(|line| is_field && target(*line) == target(own));
    [own].into_iter().chain(others).collect()
}

/// The numbers of one field are set in so many lines.
const FIELD_LINES: u32 = 64;

fn is_alike(one: &Finding<()>, other: &Finding<()>) -> bool {
    (one.line, one.id) == (other.line, other.id)
}

/// The counts of a kernel's report, by which edits are compared.
struct Tally {
    faults: usize,
    right: usize,
    is_told: bool,
}

impl Tally {
    fn of(report: &KernelReport) -> Self {
        let operands = report.operands.iter().flatten().flatten();
        let right = operands.filter(|one| one.verdict == VerdictKind::Right);
        Self {
            faults: faults(report.findings.iter()),
            right: right.count(),
            is_told: report.verdict != VerdictKind::Incomplete,
        }
    }

    /// Returns whether the report is better than the one before; an edit after which the report is incomplete is not.
    const fn is_better_than(&self, before: &Self) -> bool {
        self.is_told && self.faults < before.faults && self.right >= before.right
    }
}

/// Numbers that can belong in place of one: those that the finding names, the same in proportion, those of other lines with the
/// same opcode, and codes.
fn wanted(reading: &Reading, (line, value): (u32, u64), finding: &Finding<()>) -> Vec<u64> {
    let named = |text: &str| -> Vec<u64> {
        let words = text.split(|letter: char| !letter.is_ascii_digit());
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let fix = named(finding.first_fix().unwrap_or_default());
    let message = named(&finding.title);
    let scaled = message.iter().flat_map(|from| {
        let to = fix.iter().chain(&message);
        to.filter_map(move |to| {
            let by = value.checked_mul(*to)?;
            (by.checked_rem(*from)? == 0).then(|| by / from)
        })
    });
    let beside = reading.of_same_opcode(line).filter_map(|other| {
        let number = numbers(other).into_iter().next_back()?;
        number.is_last_of(other).then_some(number.value)
    });
    // A number of a tensor map is a code.
    let is_code = reading.line(line).starts_with("tensormap.replace.");
    let codes = (0..=CODES_MAX).filter(|_| value <= CODES_MAX);
    if is_code {
        others(value, beside.chain(codes))
    } else {
        others(value, fix.iter().copied().chain(scaled).chain(beside))
    }
}
