//! The score of a kernel: its tensor-core instructions in their order, each with its operands and what was found.

use std::collections::HashMap;

use swizzle_core::hardware::{Named as _, Operand};
use swizzle_core::reader::VerdictKind;
use swizzle_lints::instruction::InstructionWord;
use swizzle_lints::kernel::{Checked, Refit, judge, tensor_parts};
use swizzle_lints::{Finding, Severity, verdict_of_kernel};
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::mma::{Held, Mma};
use swizzle_ptx::module::Module;
use swizzle_text::VerdictLine;

use crate::event::{EventView, LoopView, events, loops};
use crate::map::{MapKind, MapPiece, MapView, maps};
use crate::operand::{Part, Pictures};
use crate::product;
use crate::row::{OperandView, Row, Side, SourceLine, sources, worst};

/// A kernel as it is looked at.
#[derive(Debug, Clone)]
pub struct KernelView {
    /// Its name.
    pub name: String,
    /// The chip that it is compiled for, as the text names it.
    pub target: Option<String>,
    /// Whether they multiply registers of warps, which no descriptor describes.
    pub is_of_registers: bool,
    /// Its tensor-core instructions.
    pub rows: Vec<Row>,
    /// The walks of its operands.
    pub walks: Vec<Walked>,
    /// Loops around them.
    pub loops: Vec<LoopView>,
    /// Events around them.
    pub events: Vec<EventView>,
    /// The buffers in shared memory.
    pub maps: Vec<MapView>,
    /// The findings, in the order of the lines.
    pub findings: Vec<(Finding<()>, Vec<SourceLine>)>,
    /// The conditions around the instructions that were checked and hold.
    pub checked: Vec<Checked>,
    /// The verdict on the whole kernel.
    pub verdict: VerdictLine<()>,
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
    /// If its reads overlap: values that would make a tile of them.
    pub(crate) refits: Vec<Refit>,
}

impl KernelView {
    /// A kernel, judged.
    pub(crate) fn of<'a>(module: &Module<'a>, kernel: &Kernel<'a>) -> Self {
        let (report, locs) = (judge(module, kernel), &module.locs);
        let mut parts: HashMap<(usize, Operand), (usize, usize)> = HashMap::new();
        for (number, walk) in report.walks.iter().enumerate() {
            for (at, mma) in walk.mmas.iter().enumerate() {
                parts.insert((*mma, walk.walk.side), (number, at));
            }
        }
        // The worst severity of the findings on instructions themselves, by their lines.
        let mut found_in: HashMap<u32, Severity> = HashMap::new();
        for one in report.findings.iter().filter(|one| one.operand.is_none()) {
            let severity = found_in.entry(one.line).or_insert(one.severity);
            *severity = one.severity.min(*severity);
        }
        let mut groups: HashMap<(u32, u32), usize> = HashMap::new();
        let pictures = report.walks.iter();
        let mut pictures: Vec<Pictures<'_>> = pictures.map(|walk| Pictures::of(kernel, walk)).collect();
        let rows = kernel.mmas.iter().enumerate().map(|(index, mma)| {
            let next = groups.len();
            let group = *groups.entry((mma.section, mma.accumulator)).or_insert(next);
            let operands = [Operand::A, Operand::B].map(|side| {
                let walk = parts.get(&(index, side)).copied();
                let found = report.operands[index][side as usize];
                OperandView {
                    side: match &mma.operands[side as usize] {
                        Held::Descriptor(..) | Held::Unknown => Side::Shared,
                        Held::Registers => Side::Registers,
                        Held::TensorMemory(_) => Side::TensorMemory,
                    },
                    verdict: found.map(|one| one.verdict),
                    alone: found.map(|one| one.alone),
                    filled_apart: found.and_then(|one| one.filled_apart),
                    plain_row: found.and_then(|one| one.plain_row),
                    part: walk.and_then(|(number, at)| pictures[number].at(at)),
                    walk,
                }
            });
            let of_severity = |one: &Severity| one.verdict().unwrap_or(VerdictKind::Right);
            let own = found_in.get(&mma.line).map(of_severity);
            let verdicts = operands.iter().filter_map(|one| one.verdict).chain(own);
            Row {
                line: mma.line,
                sources: sources(locs, mma.loc),
                shape: shape(mma),
                types: types(mma),
                group,
                accumulator: mma.accumulator,
                verdict: worst(verdicts),
                word: word(mma),
                tensor: tensor_parts(kernel, mma),
                operands,
            }
        });
        let rows: Vec<Row> = match &kernel.run {
            Some(run) => product::rows(run, &report, locs),
            None => rows.collect(),
        };
        let walks = report.walks.iter().map(|walk| Walked {
            side: walk.walk.side,
            rows: walk.mmas.clone(),
            strides: walk.walk.strides.clone(),
            refits: walk.walk.refits().to_vec(),
        });
        Self {
            name: kernel.name.to_owned(),
            is_of_registers: kernel.run.is_some(),
            target: kernel.target.map(str::to_owned),
            verdict: verdict_of_kernel(kernel, &report, report.findings.iter(), report.verdict),
            walks: walks.collect(),
            loops: loops(kernel),
            events: match &kernel.run {
                Some(run) => product::events(run),
                None => events(kernel, &report.shared),
            },
            maps: maps(kernel, &report),
            checked: report.checked,
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

    /// Returns the findings, without their source lines.
    pub(crate) fn found(&self) -> impl Iterator<Item = &Finding<()>> {
        self.findings.iter().map(|(one, _)| one)
    }

    /// Returns the offset of each stage of a row's operand, in bytes from the first one: one 0 where it has no ring.
    pub fn stages(&self, row: usize, side: Operand) -> Vec<u64> {
        let is_own = |piece: &&MapPiece| piece.kind == MapKind::Operand(side) && piece.rows.contains(&row);
        let of = self.maps.iter().map(|map| map.pieces.iter().filter(is_own));
        let mut stages: Vec<(u32, u64)> = of.flatten().map(|piece| (piece.stage, piece.offset)).collect();
        stages.sort_unstable();
        stages.dedup_by_key(|(stage, _)| *stage);
        let first = stages.first().map_or(0, |(_, offset)| *offset);
        if stages.is_empty() {
            vec![0]
        } else {
            stages.iter().map(|(_, at)| at.saturating_sub(first)).collect()
        }
    }

    /// A row's operand as the atlas shows it, at a stage of its ring: the last one where it has fewer.
    pub fn part(&self, row: usize, side: Operand, stage: u32) -> Option<Part> {
        let operand = &self.rows.get(row)?.operands[side as usize];
        let stages = self.stages(row, side);
        let stage = stages.len().saturating_sub(1).min(stage as usize);
        let read = *stages.get(stage)?;
        let filled = operand.filled_apart.map_or(read, |apart| apart * stage as u64);
        let part = operand.part.as_ref()?.moved(filled, read);
        let plain = operand.plain_row.and_then(|bytes| part.in_plain_rows(bytes));
        Some(plain.unwrap_or(part))
    }

    /// The stage of a row's operand to look at first: the second where stages are filled at another distance than they are read at.
    pub fn first_stage(&self, row: usize, side: Operand) -> u32 {
        let of = |row: &Row| row.operands[side as usize].filled_apart;
        u32::from(self.rows.get(row).and_then(of).is_some())
    }

    /// The row to look at first: the first that is wrong, else the first that is not known to be right, else the first.
    pub fn first_row(&self) -> usize {
        let of = |kind: VerdictKind| self.rows.iter().position(|row| row.verdict == kind);
        let kinds = [VerdictKind::Wrong, VerdictKind::Warning, VerdictKind::Incomplete];
        kinds.into_iter().find_map(of).unwrap_or(0)
    }

    /// The operand of a row to look at first.
    pub fn first_side(&self, row: usize) -> Operand {
        let Some(row) = self.rows.get(row) else {
            return Operand::A;
        };
        // An operand that is read correctly can still have an error around its instruction.
        let mut wrong = self.findings.iter().filter_map(|(one, _)| {
            (one.is_of_line(row.line) && one.severity == Severity::Error).then(|| one.operand?.operand())?
        });
        if let Some(first) = wrong.next().filter(|first| wrong.all(|other| other == *first)) {
            return first;
        }
        let [a, b] = &row.operands;
        let is_worse =
            b.verdict.map(VerdictKind::rank) < a.verdict.map(VerdictKind::rank) && b.verdict.is_some();
        if a.walk.is_none() && b.walk.is_some() || a.verdict.is_some() && is_worse {
            Operand::B
        } else {
            Operand::A
        }
    }
}

fn word(mma: &Mma<'_>) -> Option<InstructionWord> {
    let idesc = mma.idesc.filter(|idesc| idesc.has(u32::MAX))?;
    Some(InstructionWord { idesc: idesc.lowest, form: mma.name.form, spec: None, of_pair: None })
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
