//! Findings in the kernels of a text: each at its source line, with the reason why it is allowed, and the edit that fixes it.

mod allow;
mod files;
mod json;
mod tally;
mod text;

use std::fs;

use super::*;
use swizzle_lens::{LineEdit, Reading, Text, mend_finding};
use swizzle_lints::{
    kernel::{Fact, KernelReport, judge},
    rule, verdict_of_kernel,
};
use swizzle_ptx::{
    kernel::{Kernel, kernels},
    loc::Locs,
    module::Module,
};
use swizzle_text::{counted, joined};

pub use {allow::*, files::*, json::*, tally::*, text::*};

/// Texts that are longer are not read again and again to try edits.
const EDITED_BYTES_MAX: usize = 1 << 20;

/// A place in a source file.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct Source {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A finding with what is known beside it.
#[derive(Debug)]
pub struct Said {
    /// The finding.
    pub finding: Finding<()>,
    /// Its places in the source, the innermost first.
    pub sources: Vec<Source>,
    /// Why it is allowed, if it is.
    pub allowed: Option<String>,
    /// The edit that mends it: it was tried, and the text judged again.
    pub edit: Option<LineEdit>,
    /// Text of its line, if that is in a text inside another file, which no editor opens.
    pub inside: Option<String>,
}

impl Said {
    /// Returns what was found, why, and the fix, as one paragraph.
    pub fn paragraph(&self) -> String {
        let Finding { title, text, .. } = &self.finding;
        let fix = self.finding.first_fix();
        let fix = fix.map(|fix| format!(" Fix: {fix}.")).unwrap_or_default();
        format!("{title}. {text}{fix}")
    }
}

/// A kernel with its findings.
pub struct Judged<'k, 'a> {
    /// The file that its text is from.
    pub file: &'k str,
    /// The kernel.
    pub kernel: &'k Kernel<'a>,
    /// Places in the source.
    pub locs: &'k Locs<'a>,
    /// The report of the lints.
    pub report: KernelReport,
    /// Their findings.
    pub said: Vec<Said>,
}

impl Judged<'_, '_> {
    /// The findings that are not allowed.
    pub fn counted(&self) -> impl Iterator<Item = &Said> + Clone {
        self.said.iter().filter(|said| said.allowed.is_none())
    }

    /// The verdict without what is allowed.
    pub fn verdict(&self) -> VerdictKind {
        let worst = self.counted().map(|said| said.finding.severity).min();
        match (worst.and_then(Severity::verdict), self.report.verdict) {
            (Some(kind), _) => kind,
            // An allowed finding is known, but the kernel is not right.
            (_, VerdictKind::Wrong | VerdictKind::Warning) => VerdictKind::Incomplete,
            (_, verdict) => verdict,
        }
    }

    /// The verdict in words, as on the page, without allowed findings: how many operands are right or wrong, and where.
    pub fn summary(&self) -> String {
        let counted = self.counted().map(|said| &said.finding);
        let line = verdict_of_kernel(self.kernel, &self.report, counted, self.verdict());
        match line.reservation {
            Some(reservation) => format!("{}, {reservation}", line.headline),
            None => line.headline,
        }
    }

    /// Returns the place of a finding: in the source, or otherwise in the PTX.
    pub fn place(&self, said: &Said) -> Source {
        let of_text = || Source { file: self.file.to_owned(), line: said.finding.line };
        said.sources.first().cloned().unwrap_or_else(of_text)
    }
}

/// The places of an instruction in the source, the innermost first.
pub(crate) fn sources(locs: &Locs<'_>, loc: u32) -> Vec<Source> {
    let lines = locs.lines(loc).into_iter();
    let named = lines.map(|(file, line)| Source { file: file.to_owned(), line });
    named.collect()
}

/// Returns the message for files without a tensor-core instruction.
pub fn none_in(texts: &[Text]) -> String {
    let named = joined(texts.iter().take(NAMED_MAX).map(|text| &text.file), ", ");
    let more = match texts.len().saturating_sub(NAMED_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{named}{more}: no wgmma.mma_async, no tcgen05.mma and no mma.sync")
}

/// Files that a message names.
const NAMED_MAX: usize = 3;

/// Whether a text is PTX, with tensor-core instructions or without.
pub fn is_ptx(text: &Text) -> bool {
    [".version", ".entry", ".func"].iter().any(|directive| text.text.contains(directive))
}

/// Judges the kernels of a text, one after another.
///
/// # Errors
/// The first that `each` returns.
pub fn each_judged<E>(
    text: &Text,
    allowed: &Allowances,
    mut each: impl FnMut(&Judged<'_, '_>) -> Result<(), E>,
) -> Result<(), E> {
    let module = Module::read(&text.text);
    let lines: Vec<&str> = text.text.split(['\n', '\0']).collect();
    for (at, kernel) in kernels(&module).iter().enumerate() {
        let mut judged = judged(text, kernel, &module, allowed, &lines);
        find_edit(&mut judged, &text.text, at);
        each(&judged)?;
    }
    Ok(())
}

fn judged<'k, 'a>(
    text: &'k Text,
    kernel: &'k Kernel<'a>,
    module: &'k Module<'a>,
    allowed: &Allowances,
    lines: &[&str],
) -> Judged<'k, 'a> {
    let report = judge(module, kernel);
    let said = report.findings.iter().map(|finding| Said {
        sources: sources(&module.locs, finding.loc),
        allowed: None,
        finding: finding.clone(),
        edit: None,
        inside: inside(text, lines, finding.line),
    });
    let mut judged = Judged { file: &text.file, kernel, locs: &module.locs, said: said.collect(), report };
    let reasons = judged.said.iter().map(|said| allowed.reason(&judged, said, lines));
    let reasons: Vec<_> = reasons.collect();
    for (said, reason) in judged.said.iter_mut().zip(reasons) {
        said.allowed = reason;
    }
    judged
}

/// A line of the PTX in a cubin, whose line ends are zero bytes there.
fn inside(text: &Text, lines: &[&str], line: u32) -> Option<String> {
    let line = lines.get((line as usize).checked_sub(1)?)?.trim();
    let is_inside = text.text.contains('\0');
    is_inside.then(|| line.chars().take(LINE_MAX).collect())
}

/// Longest text of a line, in characters.
const LINE_MAX: usize = 100;

/// Errors of one kernel for which an edit is looked for: of operands, of instructions, and of what is around them, each.
const EDITS_SOUGHT: usize = 3;

/// Looks for the edit of a number that fixes an error: of an operand, otherwise of an instruction, otherwise of what is around
/// them. Other errors often follow from the same one.
fn find_edit(judged: &mut Judged<'_, '_>, text: &str, kernel: usize) {
    if text.len() > EDITED_BYTES_MAX {
        return;
    }
    let mut sought: [Vec<usize>; 3] = Default::default();
    for (at, said) in judged.said.iter().enumerate() {
        let one = &said.finding;
        if one.severity != Severity::Error || said.allowed.is_some() {
            continue;
        }
        let is_of_row = judged.kernel.mmas.iter().any(|mma| mma.line == one.line);
        let of = &mut sought[match (is_of_row, one.operand) {
            (true, Some(_)) => 0,
            (true, None) => 1,
            (false, _) => 2,
        }];
        let is_same = |other: &usize| {
            let other = &judged.said[*other].finding;
            (other.line, other.operand) == (one.line, one.operand)
        };
        if of.len() < EDITS_SOUGHT && !of.iter().any(is_same) {
            of.push(at);
        }
    }
    if sought.iter().all(Vec::is_empty) {
        return;
    }
    let reading = Reading::of(judged.file, text.into());
    let mut found = sought.iter().flatten().filter_map(|at| {
        let edit = mend_finding(&reading, kernel, &judged.said[*at].finding)?;
        Some((*at, edit))
    });
    if let Some((at, edit)) = found.next() {
        judged.said[at].edit = Some(edit);
    }
}
