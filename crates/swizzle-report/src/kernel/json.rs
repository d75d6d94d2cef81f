//! The report as JSON, schema 1. Bytes are bytes; `line` is that of the PTX, from 1; what is not known is null.

use std::collections::BTreeMap;

use serde::Serialize;
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{Major, Named as _, Operand};
use swizzle_lints::kernel::{Fact, OperandReport};
use swizzle_ptx::event::{Action, Event};
use swizzle_ptx::held::HeldDescriptor;
use swizzle_ptx::held_instruction::HeldInstruction;
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::loc::Locs;
use swizzle_ptx::mma::{Held, Mma};

use crate::kernel::{Judged, Said, Source, sources};

/// The report on all kernels of all files.
#[derive(Serialize)]
pub struct Report {
    schema: u32,
    kernels: Vec<KernelJson>,
}

/// The report on a kernel.
#[derive(Serialize)]
pub struct KernelJson {
    file: String,
    name: String,
    target: Option<String>,
    verdict: &'static str,
    /// The verdict in words.
    summary: String,
    mmas: Vec<MmaJson>,
    /// `tcgen05.cp`: S is what is copied, D where it goes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    copies: Vec<CopyJson>,
    findings: Vec<FindingJson>,
    /// The facts that the verdict rests on.
    facts: Vec<FactJson>,
}

/// A fact: checked, wrong or not followed.
#[derive(Serialize)]
struct FactJson {
    fact: &'static str,
    state: &'static str,
    operand: Option<&'static str>,
    /// Lines of the instructions whose operands rest on it; empty if all do.
    mmas: Vec<u32>,
    lines: Vec<u32>,
    text: String,
}

#[derive(Serialize)]
struct MmaJson {
    line: u32,
    source: Option<Source>,
    instruction: String,
    operands: BTreeMap<&'static str, OperandJson>,
    idesc: Option<IdescJson>,
}

#[derive(Serialize)]
struct CopyJson {
    line: u32,
    source: Option<Source>,
    instruction: String,
    operands: BTreeMap<&'static str, OperandJson>,
}

#[derive(Serialize, Default)]
struct OperandJson {
    kind: Option<&'static str>,
    descriptor: Option<BitsJson>,
    swizzle: Option<&'static str>,
    lbo: Option<u32>,
    sbo: Option<u32>,
    base_offset: Option<u64>,
    lbo_mode: Option<&'static str>,
    major: Option<&'static str>,
    element: Option<&'static str>,
    start: Option<StartJson>,
    walk: Option<usize>,
    step: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
}

/// `known` has a bit for each that is known, `bits` has their values.
#[derive(Serialize)]
struct BitsJson {
    known: String,
    bits: String,
}

#[derive(Serialize)]
struct StartJson {
    symbol: Option<String>,
    offset: Option<u64>,
}

#[derive(Serialize)]
struct IdescJson {
    known: String,
    bits: String,
    kind: &'static str,
    m: Option<u32>,
    n: Option<u32>,
    types: BTreeMap<&'static str, Option<&'static str>>,
    majors: BTreeMap<&'static str, Option<&'static str>>,
}

#[derive(Serialize)]
struct FindingJson {
    severity: &'static str,
    id: &'static str,
    line: u32,
    /// Other lines of which the same holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<u32>,
    source: Option<Source>,
    operand: Option<&'static str>,
    message: String,
    text: String,
    fix: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edit: Option<EditJson>,
}

/// An edit of the PTX that was tried.
#[derive(Serialize)]
struct EditJson {
    line: u32,
    old: String,
    new: String,
    others: Vec<u32>,
    /// All lines with what belongs there.
    lines: Vec<LineJson>,
}

#[derive(Serialize)]
struct LineJson {
    line: u32,
    new: String,
}

impl Report {
    /// Returns the report on all kernels together.
    #[must_use]
    pub const fn new(kernels: Vec<KernelJson>) -> Self {
        Self { schema: 1, kernels }
    }
}

/// The report on a kernel as JSON.
#[must_use]
pub fn kernel_json(judged: &Judged<'_, '_>) -> KernelJson {
    let kernel = judged.kernel;
    let mmas = kernel.mmas.iter().zip(&judged.report.operands);
    KernelJson {
        file: judged.file.to_owned(),
        name: kernel.name.to_owned(),
        target: kernel.target.map(str::to_owned),
        verdict: judged.verdict().name(),
        summary: judged.summary(),
        mmas: mmas
            .map(|(mma, reports)| mma_json(kernel, judged.locs, mma, *reports))
            .collect(),
        copies: copies(kernel, judged.locs),
        findings: judged.said.iter().map(finding_json).collect(),
        facts: judged
            .report
            .facts
            .iter()
            .map(|fact| fact_json(kernel, fact))
            .collect(),
    }
}

fn fact_json(kernel: &Kernel<'_>, fact: &Fact) -> FactJson {
    let mmas = fact.readers.iter().map(|(at, _)| kernel.mmas[*at].line);
    FactJson {
        fact: fact.kind.name(),
        state: fact.state.name(),
        operand: fact.operand.map(|letter| letter.name()),
        mmas: mmas.collect(),
        lines: fact.lines.clone(),
        text: fact.words.clone(),
    }
}

fn copies(kernel: &Kernel<'_>, locs: &Locs<'_>) -> Vec<CopyJson> {
    let of = |event: &Event<'_>| match &event.action {
        Action::TensorCopy { place, source, .. } => Some(CopyJson {
            line: event.line,
            source: sources(locs, event.loc).into_iter().next(),
            instruction: event.opcode.to_owned(),
            operands: BTreeMap::from([
                ("S", held_json(kernel, source)),
                ("D", held_json(kernel, &Held::TensorMemory(place.clone()))),
            ]),
        }),
        _ => None,
    };
    kernel.events.iter().filter_map(of).collect()
}

fn finding_json(said: &Said) -> FindingJson {
    let finding = &said.finding;
    FindingJson {
        severity: finding.severity.name(),
        id: finding.id,
        line: finding.line,
        also: finding.also.clone(),
        source: said.sources.first().cloned(),
        operand: finding.operand.map(|letter| letter.name()),
        message: finding.message.clone(),
        text: finding.text.clone(),
        fix: finding.fix.clone(),
        allowed: said.allowed.clone(),
        edit: said.edit.clone().map(|edit| EditJson {
            line: edit.line,
            old: edit.old,
            others: edit.others.iter().map(|(line, _)| *line).collect(),
            lines: std::iter::once((edit.line, edit.new.clone()))
                .chain(edit.others)
                .map(|(line, new)| LineJson { line, new })
                .collect(),
            new: edit.new,
        }),
    }
}

const fn major_name(major: Major) -> &'static str {
    match major {
        Major::K => "K",
        Major::Mn => "MN",
    }
}

fn mma_json(
    kernel: &Kernel<'_>,
    locs: &Locs<'_>,
    mma: &Mma<'_>,
    reports: [Option<OperandReport>; 2],
) -> MmaJson {
    let mut operands = BTreeMap::new();
    for side in [Operand::A, Operand::B] {
        let mut json = held_json(kernel, &mma.operands[side as usize]);
        json.major = mma.majors[side as usize].map(major_name);
        json.element = mma.element(side).map(|element| element.name());
        if let Some(report) = reports[side as usize] {
            (json.walk, json.step) = (Some(report.walk), report.step);
            json.verdict = Some(report.verdict.name());
        }
        operands.insert(side.name(), json);
    }
    operands.insert("D", held_json(kernel, &mma.result));
    if let Some(scale) = mma.scales.first() {
        operands.insert("S", held_json(kernel, scale));
    }
    MmaJson {
        line: mma.line,
        source: sources(locs, mma.loc).into_iter().next(),
        instruction: mma.opcode.to_owned(),
        operands,
        idesc: mma.idesc.map(idesc_json),
    }
}

fn held_json(kernel: &Kernel<'_>, held: &Held) -> OperandJson {
    let of_kind = |kind| OperandJson {
        kind: Some(kind),
        ..OperandJson::default()
    };
    match held {
        Held::Descriptor(held, _) => descriptor_json(kernel, held),
        Held::Unknown => of_kind("descriptor"),
        Held::Registers => of_kind("registers"),
        Held::TensorMemory(place) => OperandJson {
            start: place
                .as_ref()
                .and_then(|place| place.as_number())
                .map(|offset| StartJson {
                    symbol: None,
                    offset: Some(offset),
                }),
            ..of_kind("tensor-memory")
        },
    }
}

fn descriptor_json(kernel: &Kernel<'_>, held: &HeldDescriptor) -> OperandJson {
    // The start is known by more than its bits.
    let place = kernel.place(&held.start);
    let lbo_mode = held.lbo_mode().map(|mode| mode.name());
    OperandJson {
        kind: Some("descriptor"),
        descriptor: Some(BitsJson {
            known: format!("0x{:016x}", held.known.mask),
            bits: format!("0x{:016x}", held.known.bits),
        }),
        swizzle: held.swizzle().map(|swizzle| swizzle.name()),
        lbo: held.bytes(FieldId::Lbo),
        sbo: held.bytes(FieldId::Sbo),
        base_offset: held.field(FieldId::BaseOffset),
        lbo_mode,
        start: place.map(|(symbol, offset)| StartJson {
            symbol: symbol.map(str::to_owned),
            offset,
        }),
        ..OperandJson::default()
    }
}

fn idesc_json(idesc: HeldInstruction) -> IdescJson {
    let [m, n] = idesc.shape();
    let of = |side: Operand| {
        (
            side.name(),
            idesc.element(side).map(|element| element.name()),
        )
    };
    let mut types = BTreeMap::from([of(Operand::A), of(Operand::B)]);
    types.insert(
        "D",
        idesc.accumulator().map(|accumulator| accumulator.name()),
    );
    let major = |side: Operand| (side.name(), idesc.major(side).map(major_name));
    IdescJson {
        known: format!("0x{:08x}", idesc.known.mask as u32),
        bits: format!("0x{:08x}", idesc.known.bits as u32),
        kind: idesc.lowest.kind().name(),
        m,
        n,
        types,
        majors: BTreeMap::from([major(Operand::A), major(Operand::B)]),
    }
}
