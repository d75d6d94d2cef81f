//! An edit that is tried: the text is judged again with it.

use swizzle_core::hardware::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_lints::kernel::{KernelReport, judge};
use swizzle_lints::{Finding, Severity};
use swizzle_ptx::kernel::kernels;
use swizzle_ptx::module::Module;
use swizzle_text::named_lines;

use crate::number::numbers;
use crate::reading::Reading;

/// An edit of lines of the text, after which the operand is read right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineEdit {
    /// The line, from 1.
    pub line: u32,
    /// Its present text.
    pub old: String,
    /// Its corrected text.
    pub new: String,
    /// The number before and after.
    pub numbers: [u64; 2],
    /// Other lines to change alike, with their corrected text: the same number, or the same field of another constant.
    pub others: Vec<(u32, String)>,
    /// Errors and warnings that the kernel still has then.
    pub left: usize,
}

impl LineEdit {
    /// Returns the corrected text: the line, or all lines that change, each after its number.
    pub fn text(&self) -> String {
        if self.others.is_empty() {
            return self.new.clone();
        }
        let mut lines = vec![(self.line, &*self.new)];
        lines.extend(self.others.iter().map(|(line, new)| (*line, &**new)));
        lines.sort_unstable();
        let lines: Vec<String> = lines.iter().map(|(line, new)| format!("{line}: {}", new.trim())).collect();
        lines.join("\n")
    }

    /// What else it changes and what is wrong after it, in sentences, each behind a space; and its number in hex where that has
    /// fields in it.
    pub fn beside(&self) -> (String, Option<String>) {
        const NAMED_MAX: usize = 12;
        let mut words = String::new();
        if !self.others.is_empty() {
            let lines = self.others.iter().map(|(line, _)| *line);
            words += &format!(" Change {} in the same way.", named_lines(lines, NAMED_MAX));
        }
        if self.left > 0 {
            words += &format!(" {} more to fix.", self.left);
        }
        let [old, new] = self.numbers;
        let hex = (old >> 32 != 0).then(|| format!(" {old:#018x} → {new:#018x}"));
        (words, hex)
    }

    /// Whether the words of a fix and this edit, which was tried, are of one mind: a number in the words is that of the edit.
    pub fn is_said_by(&self, fix: &str) -> bool {
        !fix.contains("0x") || fix.contains(&format!("{:#010x}", self.numbers[1]))
    }
}

/// A line in three parts: what it has in common with another one, the words in which they differ, and the rest.
///
/// ```
/// use swizzle_lens::differing;
/// let parts = differing("or.b32 %r1, 0x4080, 1;", "or.b32 %r1, 0x4000, 1;");
/// assert_eq!(parts, ["or.b32 %r1, ", "0x4080", ", 1;"]);
/// ```
pub fn differing<'a>(line: &'a str, other: &str) -> [&'a str; 3] {
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let same = |(one, two): &((usize, char), char)| one.1 == *two;
    let alike = line.char_indices().zip(other.chars()).take_while(same);
    let alike = alike.last().map_or(0, |((at, letter), _)| at + letter.len_utf8());
    let first = line[..alike].trim_end_matches(is_of_word).len();
    let ends = line[first..].chars().rev().zip(other[first..].chars().rev());
    let behind: usize = ends.take_while(|(one, two)| one == two).map(|(letter, _)| letter.len_utf8()).sum();
    let last = line.len() - line[line.len() - behind..].trim_start_matches(is_of_word).len();
    [&line[..first], &line[first..last], &line[last..]]
}

/// Texts that are longer are not read again and again to try edits.
pub(crate) const BYTES_MAX: usize = 2 << 20;
/// Edits that are tried at most.
pub(crate) const TRIED_MAX: usize = 24;

/// Values to try instead of one: each once, and not that one itself.
pub(crate) fn others<T: PartialEq>(own: T, all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut others = Vec::new();
    for value in all {
        if value != own && others.len() < TRIED_MAX && !others.contains(&value) {
            others.push(value);
        }
    }
    others
}

/// An operand by the numbers of its kernel and instruction.
pub(crate) type At = (usize, usize, Operand);

/// Returns the number of errors and warnings.
pub(crate) fn faults<'a>(findings: impl Iterator<Item = &'a Finding<()>>) -> usize {
    let is_fault = |one: &&Finding<()>| matches!(one.severity, Severity::Error | Severity::Warning);
    findings.filter(is_fault).count()
}

/// Lines with their corrected text; the first is the one that is shown.
pub(crate) type Edits = Vec<(u32, String)>;

/// The edits after which least is left, of those that are tried: the first that leave nothing, else the first of the best.
/// `left_after` says what a report has left, and nothing where it is not better than the one before.
pub(crate) fn best(
    reading: &Reading,
    kernel: usize,
    tried: impl IntoIterator<Item = Edits>,
    left_after: impl Fn(&KernelReport) -> Option<usize>,
) -> Option<LineEdit> {
    let mut best: Option<LineEdit> = None;
    for edits in tried {
        let [(line, new), others @ ..] = &edits[..] else { continue };
        let left = judged_with(reading, kernel, &edits).and_then(|report| left_after(&report));
        let Some(left) = left.filter(|left| best.as_ref().is_none_or(|best| *left < best.left)) else {
            continue;
        };
        let old = reading.line(*line);
        let differing = numbers(old).into_iter().zip(numbers(new));
        let mut differing = differing.map(|(old, new)| [old.value, new.value]);
        best = Some(LineEdit {
            line: *line,
            old: old.to_owned(),
            new: new.clone(),
            numbers: differing.find(|[old, new]| old != new).unwrap_or_default(),
            others: others.to_vec(),
            left,
        });
        if left == 0 {
            break;
        }
    }
    best
}

/// The edits that mend an operand; where it is not read right after them they do not.
pub(crate) fn best_of(
    reading: &Reading,
    (kernel, row, side): At,
    tried: impl IntoIterator<Item = Edits>,
) -> Option<LineEdit> {
    let before = faults(reading.kernels[kernel].found());
    best(reading, kernel, tried, |report| {
        let operand = report.operands.get(row)?[side as usize]?;
        let left = faults(report.findings.iter());
        (operand.alone == VerdictKind::Right && left < before).then_some(left)
    })
}

/// All lines that have a number as an operand, with another one in its place; the line that is shown first.
pub(crate) fn everywhere(reading: &Reading, line: u32, number: &str, new: &str) -> Edits {
    let has = |at: u32| numbers(reading.line(at)).iter().any(|one| one.text == number);
    let others = (1..=reading.line_count()).filter(|at| *at != line && has(*at));
    std::iter::once(line).chain(others).map(|at| (at, reading.line(at).replace(number, new))).collect()
}

/// The report on a kernel after edits.
pub(crate) fn judged_with(reading: &Reading, kernel: usize, edits: &[(u32, String)]) -> Option<KernelReport> {
    let mut edits = edits.to_vec();
    edits.sort_unstable();
    let text = reading.text_with(&edits);
    let module = Module::read(&text);
    kernels(&module).get(kernel).map(|kernel| judge(&module, kernel))
}
