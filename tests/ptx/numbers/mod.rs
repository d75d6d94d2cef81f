//! All numbers of all kernels: a seeded sample of edits of any constant, immediate, register and modifier of a statement that an
//! operand's facts rest on. What is still called right has no effect, which `without_effect.tsv` says with its reason, or is a
//! fact that is missing, of which there may be no more than before.

mod plant;

use swizzle_core::reader::VerdictKind;

use crate::ptx::{judged, texts};
use plant::{Numbers, edits};

/// Edits of one text; `EDITS=1000 cargo test -p swizzle-tests --test all every_number -- --nocapture` plants more of them.
const EDITS: usize = 12;

/// Edits in a hundred that are called right, have an effect or are not sorted, at the most.
const RIGHT_MOST: usize = 38;

/// Words of statements of which no edit has an effect on an operand.
fn without_effect() -> Vec<String> {
    let list = include_str!("../../data/ptx/without_effect.tsv").lines();
    list.filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (words, why) = line.split_once('\t').expect("words and a reason");
            assert!(why.len() > 20, "{line}");
            words.to_owned()
        })
        .collect()
}

fn verdicts(text: &str) -> Vec<VerdictKind> {
    judged(text, |_, report| report.verdict)
}

#[test]
fn every_number_that_matters_is_looked_at() {
    let count = std::env::var("EDITS")
        .ok()
        .and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(EDITS);
    let harmless = without_effect();
    let (mut tried, mut wrong, mut open, mut listed, mut right) = (0, 0, 0, 0, Vec::new());
    for text in texts("texts.jsonl.gz") {
        let before = verdicts(&text.text);
        if !before.contains(&VerdictKind::Right) {
            continue;
        }
        let lines: Vec<&str> = text.text.split('\n').collect();
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut all = edits(&text.text, &mut numbers);
        while all.len() > count {
            let at = numbers.below(all.len());
            all.swap_remove(at);
        }
        for edit in all {
            let after = verdicts(&edit.of(&lines));
            let was_right = |kinds: &[VerdictKind]| {
                let pairs = before.iter().zip(&after);
                pairs
                    .filter(|(before, _)| **before == VerdictKind::Right)
                    .any(|(_, after)| kinds.contains(after))
            };
            tried += 1;
            let label = format!("{}:{}", text.file, edit.label(&lines));
            let is_gone = before.len() != after.len();
            if is_gone || was_right(&[VerdictKind::Wrong, VerdictKind::Warning]) {
                wrong += 1;
            } else if was_right(&[VerdictKind::Incomplete]) {
                open += 1;
            } else if harmless.iter().any(|words| label.contains(words.as_str())) {
                listed += 1;
            } else {
                right.push(label);
            }
        }
    }
    println!(
        "{tried} edits: {wrong} wrong, {open} not followed, {listed} without effect, {} right",
        right.len()
    );
    right.iter().for_each(|label| println!("right: {label}"));
    assert!(tried > 200, "{tried}");
    assert!(
        right.len() * 100 <= tried * RIGHT_MOST,
        "{} of {tried} are called right: {right:#?}",
        right.len()
    );
}

#[test]
fn zz_probe() {
    use swizzle_ptx::event::Action;
    for text in texts("texts.jsonl.gz") {
        judged(&text.text, |kernel, report| {
            if report.verdict != VerdictKind::Right {
                return;
            }
            let mut look = |what: &str, line: u32, address: &swizzle_ptx::linear::Linear| {
                let address = address.modulo(kernel.address_bits);
                for (atom, by) in &address.terms {
                    if kernel.is_of_shared(*atom) && kernel.symbol(*atom).is_some() {
                        continue;
                    }
                    let turning = kernel.is_turning(*atom);
                    println!(
                        "PROBE\t{}\t{what}\t{line}\t{by}\tturn={turning}\tshared={}\tstages={:?}\tchoices={}\tmost={:x}",
                        text.file,
                        kernel.is_of_shared(*atom),
                        kernel.stages_of(*atom),
                        kernel.choices(*atom).len(),
                        kernel.most(*atom)
                    );
                }
                if address.terms.is_empty() {
                    println!("PROBE\t{}\t{what}\t{line}\tnumber", text.file);
                }
            };
            for event in &kernel.events {
                match &event.action {
                    Action::BarrierWait { barrier } => match barrier {
                        Some(one) => look("wait", event.line, one),
                        None => println!("PROBE\t{}\twait\t{}\tNONE", text.file, event.line),
                    },
                    Action::BarrierArrive { barrier, .. } => match barrier {
                        Some(one) => look("arrive", event.line, one),
                        None => println!("PROBE\t{}\tarrive\t{}\tNONE", text.file, event.line),
                    },
                    Action::BarrierInit { barrier, .. } => match barrier {
                        Some(one) => look("init", event.line, one),
                        None => println!("PROBE\t{}\tinit\t{}\tNONE", text.file, event.line),
                    },
                    Action::BarrierExpect { barrier, .. } => match barrier {
                        Some(one) => look("expect", event.line, one),
                        None => println!("PROBE\t{}\texpect\t{}\tNONE", text.file, event.line),
                    },
                    Action::MatrixCommit { barrier, .. } => match barrier {
                        Some(one) => look("commit", event.line, one),
                        None => println!("PROBE\t{}\tcommit\t{}\tNONE", text.file, event.line),
                    },
                    Action::Copy(copy) if copy.is_load => {
                        match &copy.shared {
                            Some(one) => look("copy", event.line, one),
                            None => println!("PROBE\t{}\tcopy\t{}\tNONE", text.file, event.line),
                        }
                        match &copy.barrier {
                            Some(one) => look("copybar", event.line, one),
                            None => println!("PROBE\t{}\tcopybar\t{}\tNONE", text.file, event.line),
                        }
                    }
                    Action::Store { address, .. } => match address {
                        Some(one) => look("store", event.line, one),
                        None => println!("PROBE\t{}\tstore\t{}\tNONE", text.file, event.line),
                    },
                    _ => {}
                }
            }
            for mma in &kernel.mmas {
                for side in [
                    swizzle_core::hardware::Operand::A,
                    swizzle_core::hardware::Operand::B,
                ] {
                    if let Some(held) = mma.descriptor(side) {
                        look("read", mma.line, &held.start);
                    }
                }
            }
        });
    }
}
