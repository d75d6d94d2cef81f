//! Every operand of every tensor-core instruction against what its source says, and no false alarm.

use std::collections::HashMap;

use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{Major, Named as _, Operand};
use swizzle_core::reader::VerdictKind;
use swizzle_lints::Severity;
use swizzle_ptx::kernel::kernels;
use swizzle_ptx::mma::{Held, Mma};
use swizzle_ptx::module::Module;

use crate::ptx::{Text, judged, lines, texts};

/// Compares an operand with its truth, and returns what differs.
fn difference(mma: &Mma<'_>, side: Operand, truth: &serde_json::Value) -> Option<String> {
    let (held, is_descriptor) = (&mma.operands[side as usize], truth["kind"] == "descriptor");
    let kind = match held {
        Held::Descriptor(..) => "descriptor",
        Held::Registers => "registers",
        Held::TensorMemory(_) => "tensor-memory",
        Held::Unknown => "unknown",
    };
    if truth["kind"] != kind {
        return Some(format!("{kind}, not {}", truth["kind"]));
    }
    let held = mma.descriptor(side).filter(|_| is_descriptor)?;
    let swizzle = held.swizzle().map_or("unknown", |swizzle| swizzle.name());
    let major = mma.majors[side as usize].map_or("unknown", |major| match major {
        Major::K => "K",
        Major::Mn => "MN",
    });
    let bytes = |key: &str, id| {
        let wanted = truth[key].as_u64()?;
        let found = held.bytes(id).map(u64::from);
        (found != Some(wanted)).then(|| format!("{key} {found:?}, not {wanted}"))
    };
    let named =
        |key: &str, found: &str| (truth[key] != found).then(|| format!("{key} {found}, not {}", truth[key]));
    named("swizzle", swizzle)
        .or_else(|| named("major", major))
        .or_else(|| bytes("sbo", FieldId::Sbo))
        .or_else(|| bytes("lbo", FieldId::Lbo))
}

#[test]
fn every_operand_is_what_its_source_says() {
    let mut truths: HashMap<(String, u64), serde_json::Value> = HashMap::new();
    for line in lines("truth.jsonl") {
        let file = line["file"].as_str().expect("a file").to_owned();
        truths.insert((file, line["line"].as_u64().expect("a line")), line);
    }
    let (mut instructions, mut operands) = (0, 0);
    let (mut differences, mut missing) = (Vec::new(), Vec::new());
    for text in texts("texts.jsonl.gz") {
        let module = Module::read(&text.text);
        for kernel in kernels(&module) {
            for mma in &kernel.mmas {
                let key = (text.file.clone(), u64::from(mma.line));
                let Some(truth) = truths.remove(&key) else {
                    missing.push(key);
                    continue;
                };
                let name = truth["op"].as_str().expect("an opcode").replace("wgmma.mma_async.", "");
                let own = mma.opcode.replace("wgmma.mma_async.", "").replace("sync.aligned.", "");
                assert_eq!(own, name, "{key:?}");
                instructions += 1;
                for side in [Operand::A, Operand::B] {
                    let truth = &truth[side.name()];
                    if truth.is_null() {
                        continue;
                    }
                    operands += 1;
                    differences.extend(
                        difference(mma, side, truth).map(|what| format!("{key:?} {}: {what}", side.name())),
                    );
                }
            }
        }
    }
    assert_eq!(differences, [""; 0]);
    // Code that is in a file twice has its truth once.
    assert!(missing.len() < 3, "{missing:?}");
    assert!(truths.is_empty(), "not found: {:?}", truths.keys());
    assert_eq!((instructions, operands), (449, 808));
}

#[test]
fn a_right_kernel_brings_no_error_and_no_warning() {
    let (mut kernels, mut alarms) = (0, Vec::new());
    let [all, others] = ["texts.jsonl.gz", "multiplied.jsonl.gz"].map(texts);
    // The same for a chip of 19-bit addresses.
    let there = all.iter().filter(|text| text.text.contains(".target sm_100a")).map(|text| Text {
        file: format!("{} on sm_107a", text.file),
        text: text.text.replace(".target sm_100a", ".target sm_107a"),
    });
    let there: Vec<Text> = there.collect();
    assert!(there.len() > 5, "{}", there.len());
    for text in all.into_iter().chain(others).chain(there) {
        judged(&text.text, |kernel, report| {
            kernels += 1;
            let is_loud = |severity| matches!(severity, Severity::Error | Severity::Warning);
            for finding in report.findings.iter().filter(|finding| is_loud(finding.severity)) {
                alarms.push(format!("{} {} {}: {}", text.file, kernel.name, finding.line, finding.title));
            }
        });
    }
    // Its stride is in bytes: what it is there for.
    alarms.retain(|alarm| !alarm.contains("h_bug"));
    assert_eq!(alarms, [""; 0]);
    assert!(kernels > 40, "{kernels}");
}

#[test]
fn what_is_called_incomplete_says_so() {
    let mut count = 0;
    for text in texts("texts.jsonl.gz") {
        // In one of two copies every start has another lowest bit, so that no sum tells where it is.
        for text in [text.text.clone(), text.text.replace("4611686293305294848", "4611686293305294849")] {
            judged(&text, |kernel, report| {
                for walk in &report.walks {
                    let side = walk.walk.side;
                    let is_incomplete = |at: &&usize| {
                        let own = report.operands[**at][side as usize];
                        own.is_some_and(|own| own.verdict == VerdictKind::Incomplete)
                    };
                    let Some(at) = walk.mmas.iter().find(is_incomplete) else {
                        continue;
                    };
                    let lines: Vec<u32> = walk.mmas.iter().map(|at| kernel.mmas[*at].line).collect();
                    let is_said = report.findings.iter().any(|finding| {
                        let of = finding.operand.and_then(|letter| letter.operand());
                        of == Some(side) && lines.iter().any(|line| finding.is_of_line(*line))
                    });
                    assert!(is_said, "{} line {}", kernel.name, kernel.mmas[*at].line);
                    count += 1;
                }
            });
        }
    }
    assert!(count > 50, "{count}");
}
