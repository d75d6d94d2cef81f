//! An edit of the text that mends a product of registers: a number in a line from which an address follows, or a comparison. Each
//! edit was tried.

use swizzle_core::reader::VerdictKind;
use swizzle_lints::{Finding, Tag};

use crate::number::{NumberAt, numbers};
use crate::reading::Reading;
use crate::source::lines_behind;
use crate::trial::{BYTES_MAX, LineEdit, TRIED_MAX, best, faults, others};

/// Numbers of other lines with the same opcode that are tried in place of one.
const BESIDE_MAX: usize = 3;

/// The edit after which the kernel is right, if changing one number makes it so.
pub(crate) fn mend_product(reading: &Reading, kernel: usize, finding: &Finding<()>) -> Option<LineEdit> {
    // What is missing between two accesses is a barrier, no number.
    if reading.text().len() > BYTES_MAX || finding.is(Tag::OfOrder) {
        return None;
    }
    let before = costs(reading.kernels[kernel].findings.iter().map(|(one, _)| one));
    let lines = std::iter::once(finding.line).chain(lines_behind(reading, finding.line));
    let tried = lines.flat_map(|line| {
        let old = reading.line(line);
        let with_numbers = numbers(old).into_iter().flat_map(move |number| {
            let values = instead(reading, line, &number).into_iter();
            values.map(move |value| number.put(old, &number.written(value)))
        });
        other_comparison(old).into_iter().chain(with_numbers).map(move |new| vec![(line, new)])
    });
    best(reading, kernel, tried.take(TRIED_MAX), |report| {
        // A number that costs more is not the one that was meant.
        let is_mended = report.verdict == VerdictKind::Right && costs(report.findings.iter()) <= before;
        is_mended.then(|| faults(report.findings.iter()))
    })
}

/// A line with a comparison, with the one that differs from it where both sides are equal.
fn other_comparison(line: &str) -> Option<String> {
    const PAIRS: [[&str; 2]; 4] = [["lt", "le"], ["gt", "ge"], ["lo", "ls"], ["hi", "hs"]];
    let rest = line.strip_prefix("setp.")?;
    let others = PAIRS.iter().flat_map(|[one, other]| [[one, other], [other, one]]);
    others.into_iter().find_map(|[old, new]| Some(format!("setp.{new}{}", rest.strip_prefix(old)?)))
}

/// How many findings are of time alone.
fn costs<'a>(findings: impl Iterator<Item = &'a Finding<()>>) -> usize {
    findings.filter(|one| one.is(Tag::OfCost)).count()
}

/// The numbers that can belong in place of one: those of other lines with the same opcode, its neighbours and its multiples.
fn instead(reading: &Reading, line: u32, number: &NumberAt<'_>) -> Vec<u64> {
    let value = number.value;
    let beside = reading.of_same_opcode(line).flat_map(numbers).map(|one| one.value);
    let beside = beside.filter(|one| *one != value).take(BESIDE_MAX);
    let is_shift = reading.line(line).starts_with("sh");
    let near: &[i64] = if is_shift { &[1, -1] } else { &[16, -16, 8, -8] };
    let scaled = [value.wrapping_mul(2), value / 2, 0].into_iter().filter(|_| !is_shift && value > 1);
    others(value, beside.chain(scaled).chain(near.iter().map(|by| value.wrapping_add_signed(*by))))
}
