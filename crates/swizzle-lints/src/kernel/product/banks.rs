//! What each access to shared memory costs: wavefronts of one execution, and the fewest that its bytes take.

use super::super::part::Part;
use super::super::part::row::BANK_CONFLICT;
use crate::about::Letter;
use crate::finding::Severity;
use std::collections::{BTreeMap, BTreeSet};
use swizzle_ptx::run::value::{Source, Value};
use swizzle_ptx::run::{AccessLine, Run};
use swizzle_text::counted;
use swizzle_warp::{Access, Lanes, wavefronts_from_lanes};

/// What an access moves, and what it costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessReport {
    /// The operand whose elements it moves: D for results on their way out; none for others, and for several.
    pub operand: Option<Letter>,
    /// Wavefronts of one execution, of several the most; none where addresses are not followed.
    pub wavefronts: Option<u32>,
    /// The fewest that so many bytes take.
    pub ideal: Option<u32>,
}

/// Wavefronts beyond the fewest from which on a conflict in a loop is a warning.
const MUCH: u32 = 4;

/// What each access of a kernel costs, in the order of [`Run::accesses`].
pub fn access_reports(run: &Run<'_>) -> Vec<AccessReport> {
    let mut operands: BTreeMap<Source, BTreeSet<Letter>> = BTreeMap::new();
    for product in &run.products {
        for (letter, cells) in [(Letter::A, &product.a), (Letter::B, &product.b)] {
            for cell in cells {
                operands.entry(cell.from).or_default().insert(letter);
            }
        }
    }
    let of = |source: &Source| match (
        operands.get(source),
        run.sources.product(Value { from: *source, number: 0 }),
    ) {
        (Some(letters), _) => letters.iter().copied().collect(),
        (None, Some(_)) => vec![Letter::D],
        (None, None) => Vec::new(),
    };
    let report = |line: &AccessLine<'_>| {
        let letters: BTreeSet<Letter> = line.of.iter().flat_map(of).collect();
        let operand = letters.first().copied().filter(|_| letters.len() == 1);
        AccessReport { operand, ..report_of(line) }
    };
    run.accesses.iter().map(report).collect()
}

fn report_of(line: &AccessLine<'_>) -> AccessReport {
    let access = access_of(line);
    let served = line.executions.iter().filter(|one| one.is_whole).filter_map(|one| {
        let served = served(access?, line.bytes, &one.lanes);
        Some((served.0, served.1))
    });
    let worst = served.max();
    AccessReport {
        operand: None,
        wavefronts: worst.map(|(count, _)| count),
        ideal: worst.map(|(_, ideal)| ideal),
    }
}

/// The access as its cost counts it: those of less than four bytes want a word each.
fn access_of(line: &AccessLine<'_>) -> Option<Access> {
    let has = |word: &str| line.opcode.split('.').any(|one| one == word);
    let matrices = if has("x4") { 2 } else { usize::from(has("x2")) };
    let by_size = |all: [Access; 3]| match line.bytes {
        ..=4 => Some(all[0]),
        8 => Some(all[1]),
        16 => Some(all[2]),
        _ => None,
    };
    match line.opcode.split('.').next()? {
        "ldmatrix" => Some([Access::LoadMatrix1, Access::LoadMatrix2, Access::LoadMatrix4][matrices]),
        "stmatrix" => Some([Access::StoreMatrix1, Access::StoreMatrix2, Access::StoreMatrix4][matrices]),
        "cp" => by_size([Access::CopyAsync4, Access::CopyAsync8, Access::CopyAsync16]),
        "st" => by_size([Access::Store4, Access::Store8, Access::Store16]),
        _ => by_size([Access::Load4, Access::Load8, Access::Load16]),
    }
}

/// Wavefronts of an access, and the fewest.
fn served(access: Access, bytes: u32, lanes: &Lanes) -> (u32, u32) {
    let words = lanes.map(|lane| lane.map(|at| if bytes < 4 { at & !3 } else { at }));
    let served = wavefronts_from_lanes(access, &words);
    (served.count(), served.groups.len() as u32)
}

/// A part for each access that has conflicts.
pub(super) fn conflicts(run: &Run<'_>) -> Vec<Part> {
    let reports = access_reports(run);
    let mut parts = BTreeMap::new();
    for (line, report) in run.accesses.iter().zip(&reports) {
        let (Some(wavefronts), Some(ideal)) = (report.wavefronts, report.ideal) else { continue };
        if wavefronts <= ideal {
            continue;
        }
        let is_much = line.is_in_loop && wavefronts > ideal + MUCH;
        let severity = if is_much { Severity::Warning } else { Severity::Note };
        let verb = if line.is_write { "written" } else { "read" };
        let title = format!(
            "shared memory is {verb} in {} instead of {ideal}",
            counted(wavefronts as usize, "wavefront")
        );
        let text = "Lanes that are served together want different words of one bank.";
        let mut part = BANK_CONFLICT.says(severity, title, text);
        ((part.line, part.loc), part.operand) = ((line.line, line.loc), report.operand);
        parts.insert(line.line, part);
    }
    parts.into_values().collect()
}
