//! The report as JSON. Bytes are bytes; `line` is that of the PTX, from 1; what is not known is null.

use super::*;
use swizzle_core::hardware::Major;
use swizzle_lints::kernel::{
    OperandReport,
    product::{AccessReport, ProductReport, access_reports},
};
use swizzle_ptx::{
    event::{Action, Event},
    held::HeldDescriptor,
    held_instruction::HeldInstruction,
    mma::{Held, Mma},
    run::{AccessLine, ProductLine, Run},
};
use swizzle_warp::mma;

#[derive(Serialize, Default)]
struct OperandJson {
    kind: Option<&'static str>,
    descriptor: Option<Value>,
    swizzle: Option<&'static str>,
    lbo: Option<u32>,
    sbo: Option<u32>,
    base_offset: Option<u64>,
    lbo_mode: Option<&'static str>,
    major: Option<&'static str>,
    element: Option<&'static str>,
    start: Option<Value>,
    walk: Option<usize>,
    step: Option<i64>,
    verdict: Option<&'static str>,
}

/// The report on all kernels of all files.
pub fn report_json(counts: &Tally, kernels: Vec<Value>) -> Value {
    json!({ "counts": counts, "kernels": kernels })
}

/// The report on a kernel as JSON. `accesses` are those to shared memory by lanes, of kernels that multiply registers; of `copies`,
/// `tcgen05.cp`, S is what is copied, D where it goes; `facts` are those that the verdict rests on.
pub fn kernel_json(judged: &Judged<'_, '_>) -> Value {
    let kernel = judged.kernel;
    let mmas = kernel.mmas.iter().zip(&judged.report.operands);
    let mmas = match &kernel.run {
        Some(run) => products(judged, run),
        None => mmas.map(|(mma, reports)| mma_json(kernel, judged.locs, mma, *reports)).collect(),
    };
    json!({
        "file": judged.file,
        "name": kernel.name,
        "target": kernel.target,
        "verdict": judged.verdict().name(),
        "summary": judged.summary(),
        "mmas": mmas,
        "accesses": kernel.run.iter().flat_map(|run| accesses(judged, run)).collect::<Vec<_>>(),
        "copies": copies(kernel, judged.locs),
        "findings": judged.said.iter().map(said_json).collect::<Vec<_>>(),
        "facts": judged.report.facts.iter().map(|fact| fact_json(kernel, fact)).collect::<Vec<_>>(),
    })
}

/// Instructions that multiply registers.
fn products(judged: &Judged<'_, '_>, run: &Run<'_>) -> Vec<Value> {
    let of = |(line, report): (&ProductLine<'_>, &ProductReport)| {
        let operands = [mma::Operand::A, mma::Operand::B, mma::Operand::D].into_iter().zip(report.operands);
        let operands = operands.map(|(operand, verdict)| {
            let element = line.form.as_ref().ok().map(|form| form.types[operand as usize].name);
            let verdict = Some(verdict.name());
            (
                operand.name(),
                OperandJson { kind: Some("registers"), element, verdict, ..OperandJson::default() },
            )
        });
        json!({
            "line": line.line,
            "source": sources(judged.locs, line.loc).into_iter().next(),
            "instruction": line.opcode,
            "operands": BTreeMap::from_iter(operands),
            "idesc": null,
        })
    };
    run.lines.iter().zip(&judged.report.products).map(of).collect()
}

/// Wavefronts are those of one execution; what is not followed, or not carried out, is null.
fn accesses(judged: &Judged<'_, '_>, run: &Run<'_>) -> Vec<Value> {
    let reports = access_reports(run);
    let of = |(line, report): (&AccessLine<'_>, &AccessReport)| {
        json!({
            "line": line.line,
            "source": sources(judged.locs, line.loc).into_iter().next(),
            "instruction": line.opcode,
            "operand": report.operand.map(|letter| letter.name()),
            "wavefronts": report.wavefronts,
            "ideal": report.ideal,
        })
    };
    run.accesses.iter().zip(&reports).map(of).collect()
}

/// A fact: checked, wrong or not followed; `mmas` are the lines of the instructions whose operands rest on it, empty if all do.
fn fact_json(kernel: &Kernel<'_>, fact: &Fact) -> Value {
    json!({
        "fact": fact.kind.name(),
        "state": fact.state.name(),
        "operand": fact.operand.map(|letter| letter.name()),
        "mmas": fact.readers.iter().map(|(at, _)| kernel.mmas[*at].line).collect::<Vec<_>>(),
        "lines": fact.lines,
        "text": fact.words,
    })
}

fn copies(kernel: &Kernel<'_>, locs: &Locs<'_>) -> Vec<Value> {
    let of = |event: &Event<'_>| match &event.action {
        Action::TensorCopy { place, source, .. } => Some(json!({
            "line": event.line,
            "source": sources(locs, event.loc).into_iter().next(),
            "instruction": event.opcode,
            "operands": BTreeMap::from([
                ("S", held_json(kernel, source)),
                ("D", held_json(kernel, &Held::TensorMemory(place.clone()))),
            ]),
        })),
        _ => None,
    };
    kernel.events.iter().filter_map(of).collect()
}

fn said_json(said: &Said) -> Value {
    let edit = said.edit.as_ref().map(|edit| {
        let others = edit.others.iter().map(|(line, new)| (line, new));
        let lines = std::iter::once((&edit.line, &edit.new)).chain(others);
        json!({
            "line": edit.line,
            "old": edit.old,
            "new": edit.new,
            "others": edit.others.iter().map(|(line, _)| *line).collect::<Value>(),
            "lines": lines.map(|(line, new)| json!({ "line": line, "new": new })).collect::<Value>(),
        })
    });
    let mut json = finding_json(&said.finding);
    json["source"] = json!(said.sources.first());
    json["allowed"] = json!(said.allowed);
    json["edit"] = json!(edit);
    json
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
) -> Value {
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
    json!({
        "line": mma.line,
        "source": sources(locs, mma.loc).into_iter().next(),
        "instruction": mma.opcode,
        "operands": operands,
        "idesc": mma.idesc.map(idesc_json),
    })
}

fn held_json(kernel: &Kernel<'_>, held: &Held) -> OperandJson {
    let of_kind = |kind| OperandJson { kind: Some(kind), ..OperandJson::default() };
    match held {
        Held::Descriptor(held, _) => descriptor_json(kernel, held),
        Held::Unknown => of_kind("descriptor"),
        Held::Registers => of_kind("registers"),
        Held::TensorMemory(place) => OperandJson {
            start: place
                .as_ref()
                .and_then(|place| place.as_number())
                .map(|offset| json!({ "symbol": null, "offset": offset })),
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
        descriptor: Some(json!({
            "known": format!("0x{:016x}", held.known.mask),
            "bits": format!("0x{:016x}", held.known.bits),
        })),
        swizzle: held.swizzle().map(|swizzle| swizzle.name()),
        lbo: held.bytes(FieldId::Lbo),
        sbo: held.bytes(FieldId::Sbo),
        base_offset: held.field(FieldId::BaseOffset),
        lbo_mode,
        start: place.map(|(symbol, offset)| {
            json!({
                "symbol": symbol,
                "offset": offset,
            })
        }),
        ..OperandJson::default()
    }
}

fn idesc_json(idesc: HeldInstruction) -> Value {
    let [m, n] = idesc.shape();
    let of = |side: Operand| (side.name(), idesc.element(side).map(|element| element.name()));
    let mut types = BTreeMap::from([of(Operand::A), of(Operand::B)]);
    types.insert("D", idesc.accumulator().map(|accumulator| accumulator.name()));
    let major = |side: Operand| (side.name(), idesc.major(side).map(major_name));
    json!({
        "known": format!("0x{:08x}", idesc.known.mask as u32),
        "bits": format!("0x{:08x}", idesc.known.bits as u32),
        "kind": idesc.lowest.kind().name(),
        "m": m,
        "n": n,
        "types": types,
        "majors": BTreeMap::from([major(Operand::A), major(Operand::B)]),
    })
}
