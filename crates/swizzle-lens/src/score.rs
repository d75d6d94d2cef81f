//! The score of a kernel: its tensor-core instructions in their order, each with its operands and what was found.

use std::collections::HashMap;

use swizzle_core::hardware::{Named as _, Operand};
use swizzle_core::reader::VerdictKind;
use swizzle_lints::Severity;
use swizzle_lints::kernel::{KernelFinding, KernelWalk, Letter, judge};
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::loc::Locs;
use swizzle_ptx::mma::{Held, Mma};
use swizzle_text::VerdictLine;

use crate::event::{EventView, LoopView, events, loops};
use crate::line::verdict_of_kernel;
use crate::map::{MapView, maps};
use crate::operand::{Part, picture};

/// A kernel as it is looked at.
#[derive(Debug, Clone)]
pub struct KernelView {
    /// Its name.
    pub name: String,
    /// The chip that it is compiled for, as the text names it.
    pub target: Option<String>,
    /// Its tensor-core instructions.
    pub rows: Vec<Row>,
    /// The walks of its operands.
    pub walks: Vec<Walked>,
    /// Loops around them.
    pub loops: Vec<LoopView>,
    /// What happens around them.
    pub events: Vec<EventView>,
    /// What is where in shared memory.
    pub maps: Vec<MapView>,
    /// What was found, in the order of the lines.
    pub findings: Vec<(KernelFinding, Vec<SourceLine>)>,
    /// What all of it comes to.
    pub verdict: VerdictLine<()>,
}

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourceLine {
    /// The file, without its folder.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A walk along K, by its instructions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walked {
    /// The operand.
    pub side: Operand,
    /// The instructions.
    pub rows: Vec<usize>,
    /// Bytes by which its starts move with something that the text doesn't tell, such as a stage.
    pub strides: Vec<u64>,
}

/// A tensor-core instruction.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its line in the PTX, from 1.
    pub line: u32,
    /// Its lines in the source, the innermost first.
    pub sources: Vec<SourceLine>,
    /// Shape, or kind: `m64n128k16`.
    pub shape: String,
    /// Types: `f32 += bf16 × bf16`.
    pub types: String,
    /// Instructions that follow one another and add to the same have the same number.
    pub group: usize,
    /// The number of what it adds to, from 0, in the order of the text.
    pub accumulator: u32,
    /// A and B.
    pub operands: [OperandView; 2],
    /// The worst of both, and of what was found of the instruction itself.
    pub verdict: VerdictKind,
}

/// Where an operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// In shared memory, by a descriptor.
    Shared,
    /// In registers.
    Registers,
    /// In tensor memory.
    TensorMemory,
}

/// An operand of an instruction.
#[derive(Debug, Clone)]
pub struct OperandView {
    /// Where it is.
    pub side: Side,
    /// What was found of it; none where it is in registers.
    pub verdict: Option<VerdictKind>,
    /// Its walk, and which read of it.
    pub walk: Option<(usize, usize)>,
    /// As the atlas shows it.
    pub part: Option<Part>,
    /// Findings on it.
    pub findings: Vec<usize>,
}

impl KernelView {
    /// A kernel, judged.
    #[must_use]
    pub(crate) fn of(kernel: &Kernel<'_>, locs: &Locs<'_>) -> Self {
        let report = judge(kernel);
        let mut parts: HashMap<(usize, Operand), (usize, usize)> = HashMap::new();
        for (number, walk) in report.walks.iter().enumerate() {
            for (at, mma) in walk.mmas.iter().enumerate() {
                parts.insert((*mma, walk.walk.side), (number, at));
            }
        }
        let mut found_in: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, one) in report.findings.iter().enumerate() {
            found_in.entry(one.line).or_default().push(at);
        }
        let mut groups: HashMap<(u32, u32), usize> = HashMap::new();
        let rows = kernel.mmas.iter().enumerate().map(|(index, mma)| {
            let next = groups.len();
            let group = *groups.entry((mma.section, mma.accumulator)).or_insert(next);
            let of_row = |letter: Option<Letter>| {
                let here = found_in.get(&mma.line).into_iter().flatten().copied();
                here.filter(|at| report.findings[*at].operand == letter)
                    .collect::<Vec<usize>>()
            };
            let operands = [Operand::A, Operand::B].map(|side| {
                let walk = parts.get(&(index, side)).copied();
                let picture =
                    |(number, at): (usize, usize)| picture_of(kernel, &report.walks, number, at);
                OperandView {
                    side: match &mma.operands[side as usize] {
                        Held::Descriptor(..) | Held::Unknown => Side::Shared,
                        Held::Registers => Side::Registers,
                        Held::TensorMemory(_) => Side::TensorMemory,
                    },
                    verdict: report.operands[index][side as usize].map(|one| one.verdict),
                    part: walk.and_then(picture),
                    walk,
                    findings: of_row(Some(match side {
                        Operand::A => Letter::A,
                        Operand::B => Letter::B,
                    })),
                }
            });
            let own = of_row(None);
            let own = own.iter().map(|at| match report.findings[*at].severity {
                Severity::Error => VerdictKind::Wrong,
                Severity::Warning => VerdictKind::Warning,
                Severity::Note => VerdictKind::Right,
            });
            let verdicts = operands.iter().filter_map(|one| one.verdict).chain(own);
            Row {
                line: mma.line,
                sources: sources(locs, mma.loc),
                shape: shape(mma),
                types: types(mma),
                group,
                accumulator: mma.accumulator,
                verdict: worst(verdicts),
                operands,
            }
        });
        let rows: Vec<Row> = rows.collect();
        let walks = report.walks.iter().map(|walk| Walked {
            side: walk.walk.side,
            rows: walk.mmas.clone(),
            strides: walk.walk.strides.clone(),
        });
        Self {
            name: kernel.name.to_owned(),
            target: kernel.target.map(str::to_owned),
            verdict: verdict_of_kernel(&rows, &report.findings, report.verdict),
            walks: walks.collect(),
            loops: loops(kernel),
            events: events(kernel),
            maps: maps(kernel, &report),
            findings: report
                .findings
                .into_iter()
                .map(|finding| {
                    let sources = sources(locs, finding.loc);
                    (finding, sources)
                })
                .collect(),
            rows,
        }
    }

    /// The row to look at first: the first that is wrong, else the first that is not known to be right, else the first.
    #[must_use]
    pub fn first_row(&self) -> usize {
        let of = |kind: VerdictKind| self.rows.iter().position(|row| row.verdict == kind);
        let kinds = [
            VerdictKind::Wrong,
            VerdictKind::Warning,
            VerdictKind::Incomplete,
        ];
        kinds.into_iter().find_map(of).unwrap_or(0)
    }

    /// The operand of a row to look at first.
    #[must_use]
    pub fn first_side(&self, row: usize) -> Operand {
        let Some(row) = self.rows.get(row) else {
            return Operand::A;
        };
        let [a, b] = &row.operands;
        let is_worse = b.verdict.map(rank) < a.verdict.map(rank) && b.verdict.is_some();
        match a.walk.is_none() && b.walk.is_some() || a.verdict.is_some() && is_worse {
            true => Operand::B,
            false => Operand::A,
        }
    }
}

/// Numbers of how bad a verdict is, the worst first.
const fn rank(kind: VerdictKind) -> u32 {
    match kind {
        VerdictKind::Wrong => 0,
        VerdictKind::Warning => 1,
        VerdictKind::Incomplete => 2,
        VerdictKind::Right => 3,
    }
}

fn worst(verdicts: impl Iterator<Item = VerdictKind>) -> VerdictKind {
    verdicts
        .min_by_key(|kind| rank(*kind))
        .unwrap_or(VerdictKind::Incomplete)
}

fn picture_of(kernel: &Kernel<'_>, walks: &[KernelWalk], number: usize, at: usize) -> Option<Part> {
    picture(kernel, &walks[number], at)
}

/// Where an instruction is in the source.
fn sources(locs: &Locs<'_>, loc: u32) -> Vec<SourceLine> {
    let chain = locs.chain(loc).into_iter();
    let named = chain.filter_map(|place| {
        let file = locs.file(place.file)?;
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        Some(SourceLine {
            file: file.to_owned(),
            line: place.line,
        })
    });
    named.collect()
}

fn shape(mma: &Mma<'_>) -> String {
    let [m, n, k] = match (mma.name.shape, mma.idesc) {
        (Some(shape), _) => shape.map(Some),
        (None, Some(idesc)) => {
            let [m, n] = idesc.shape();
            [m, n, None]
        }
        (None, None) => [None; 3],
    };
    let part = |letter: char, value: Option<u32>| value.map(|value| format!("{letter}{value}"));
    let known: Vec<String> = [('m', m), ('n', n), ('k', k)]
        .into_iter()
        .filter_map(|(letter, value)| part(letter, value))
        .collect();
    let kind = mma.name.kind.map(|kind| kind.name());
    match (known.is_empty(), kind) {
        (false, None) => known.concat(),
        (false, Some(kind)) => format!("{kind} {}", known.concat()),
        (true, kind) => kind.unwrap_or("mma").to_owned(),
    }
}

fn types(mma: &Mma<'_>) -> String {
    let accumulator = match mma.idesc {
        Some(idesc) => idesc.accumulator(),
        None => mma.name.accumulator,
    };
    let element = |side| mma.element(side).map_or("?", |element| element.name());
    format!(
        "{} += {} × {}",
        accumulator.map_or("?", |accumulator| accumulator.name()),
        element(Operand::A),
        element(Operand::B)
    )
}
