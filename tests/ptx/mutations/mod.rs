//! Faults that are planted in right texts: each is named, said to be not known, or of a kind that PTX does not tell.
//!
//! Whether an edit is a fault is asked of the reads: an edit that leaves the place of every element as it was is none.

mod edits;
mod effect;
mod pair;

use std::collections::BTreeMap;

use swizzle_core::reader::VerdictKind;
use swizzle_lints::Severity;
use swizzle_lints::kernel::judge;
use swizzle_ptx::kernel::{Kernel, kernels};
use swizzle_ptx::module::Module;

use crate::ptx::numbers::plant::Numbers;
use swizzle_tests::{is_exhaustive, sample};

use crate::ptx::texts;
use edits::{edited, edits};
use effect::{Change, Effect, change, effect};

/// What PTX does not tell: of a barrier of a pair, whether it counts the copies of one thread or of each, of one CTA or of both.
const BEYOND: &str = "pair: bytes × 3/2";

struct Seen {
    effect: Effect,
    verdict: VerdictKind,
    /// Errors and warnings.
    faults: Vec<String>,
}

fn seen(text: &str) -> Vec<Seen> {
    let module = Module::read(text);
    let of = |kernel: &Kernel<'_>| {
        let report = judge(&module, kernel);
        let faults = report.findings.iter().filter(|finding| finding.severity != Severity::Note);
        Seen {
            effect: effect(kernel, &report),
            verdict: report.verdict,
            faults: faults.map(|finding| format!("{} {}", finding.id, finding.title)).collect(),
        }
    };
    kernels(&module).iter().map(of).collect()
}

/// Edits of one kind: planted, named, not known, called right; without effect.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    planted: u32,
    named: u32,
    open: u32,
    right: u32,
    moved: u32,
    without: u32,
}

#[test]
fn a_planted_fault_is_named() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let (mut called_right, mut alarms, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let texts_of = |file: &str| texts(file).into_iter();
    let alone = texts_of("texts.jsonl.gz").chain(texts_of("multiplied.jsonl.gz"));
    let all: Vec<_> = alone.chain(pair::pairs(texts_of("texts.jsonl.gz"))).collect();
    for text in sample(&all, 6) {
        let before = seen(&text.text);
        for edit in edits(&text.text, &mut numbers) {
            let Some(changed) = edited(&text.text, &edit) else {
                continue;
            };
            let after = seen(&changed);
            let count = counts.entry(edit.kind).or_default();
            let label = || {
                let (line, old, new) = (edit.lines[0] + 1, &edit.old, &edit.new);
                format!("{} {}:{line} {old} → {new} ({})", edit.kind, text.file, edit.lines.len())
            };
            for (old, new) in before.iter().zip(&after) {
                let is_new = new.faults.iter().any(|fault| !old.faults.contains(fault));
                match change(&old.effect, &new.effect) {
                    Change::None => {
                        count.without += u32::from(old.effect.reads.len() > 1);
                        // How often a loop goes round is none of the reads that are compared.
                        let is_of_reads = |fault: &String| !fault.starts_with("product-turns");
                        if is_new && new.faults.iter().any(is_of_reads) {
                            alarms.push(format!("{}: {:?}", label(), new.faults));
                        }
                    }
                    Change::Moved if !is_new => count.moved += 1,
                    Change::Moved | Change::Fault => {
                        count.planted += 1;
                        if is_new {
                            count.named += 1;
                        } else if new.verdict == VerdictKind::Right {
                            count.right += 1;
                            called_right.push(label());
                        } else {
                            count.open += 1;
                            open.push(label());
                        }
                    }
                }
            }
        }
    }
    let mut sum = Count::default();
    let beyond = called_right.len() as u32;
    println!(
        "{:<24}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}",
        "kind", "planted", "named", "open", "right", "moved", "none"
    );
    for (kind, one) in &counts {
        println!(
            "{kind:<24}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}",
            one.planted, one.named, one.open, one.right, one.moved, one.without
        );
        sum.planted += one.planted;
        sum.named += one.named;
        sum.right += one.right;
    }
    println!("{} of {} named", sum.named, sum.planted);
    for (why, list) in [("open", &open), ("called right", &called_right), ("alarm", &alarms)] {
        for one in list {
            println!("{why}: {one}");
        }
    }
    // An edit without effect brings no finding.
    assert_eq!(alarms, [""; 0]);
    called_right.retain(|one| !one.starts_with(BEYOND));
    assert_eq!(called_right, [""; 0]);
    let tells = sum.planted - beyond;
    let least = if is_exhaustive() { 2000 } else { 250 };
    assert!(sum.planted > least && sum.named * 100 >= tells * 95, "{sum:?}");
}
