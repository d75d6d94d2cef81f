//! What each access to shared memory costs: wavefronts of one execution, and the fewest that its bytes take.

use super::*;
use swizzle_ptx::run::Execution;
use swizzle_ptx::run::value::Source;
use swizzle_warp::{Access, Through, wavefronts_from_lanes, wavefronts_of_copy};

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

/// Rows of global memory are held so many bits apart, where the text does not say how far they are.
const APART: u32 = 24;

/// What each access of a kernel costs, in the order of [`Run::accesses`].
pub fn access_reports(run: &Run<'_>) -> Vec<AccessReport> {
    let mut operands: BTreeMap<Source, BTreeSet<Letter>> = BTreeMap::new();
    for product in &run.products {
        for (letter, cells) in [(Letter::A, &product.a), (Letter::B, &product.b)] {
            for cell in cells.iter() {
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
    let access = Access::from_opcode(line.opcode, line.bytes);
    let whole = line.executions.iter().filter(|one| one.is_whole);
    let served: Option<Vec<(u32, u32)>> = whole.map(|one| served(line, access?, one)).collect();
    let worst = served.and_then(|all| all.into_iter().max());
    AccessReport {
        operand: None,
        wavefronts: worst.map(|(count, _)| count),
        ideal: worst.map(|(_, ideal)| ideal),
    }
}

/// Wavefronts of an access, and the fewest; none where no law is known for a copy.
fn served(line: &AccessLine<'_>, access: Access, one: &Execution) -> Option<(u32, u32)> {
    // Less than a word is a word to the banks.
    let words = one
        .lanes
        .map(|lane| lane.map(|at| if line.bytes < BANK_BYTES { at & !(BANK_BYTES - 1) } else { at }));
    let by_banks = wavefronts_from_lanes(access, &words);
    let count = match &one.global {
        None => by_banks.count(),
        Some(global) => {
            let through = if line.opcode.contains(".cg") { Through::L2 } else { Through::L1 };
            // Rows that are a distance apart which is not known are taken to begin at lines of their own.
            let mut bases: Vec<Source> = Vec::new();
            let from = std::array::from_fn(|lane| {
                let Value { from, number } = global[lane];
                let base = bases.iter().position(|one| *one == from).unwrap_or(bases.len());
                if base == bases.len() {
                    bases.push(from);
                }
                one.lanes[lane].map(|_| (base as u32) << APART | number as u32 & ((1 << APART) - 1))
            });
            // What counts ranks of words in global memory needs the distance.
            let is_known = bases.len() == 1 || through == Through::L2;
            is_known.then(|| wavefronts_of_copy(access, through, &words, &from))??
        }
    };
    Some((count, by_banks.groups.len() as u32))
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
