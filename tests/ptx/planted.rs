//! Faults in all reads of a walk at once: a constant that many descriptors share is changed everywhere in a right text.

use std::collections::BTreeMap;

use swizzle_core::reader::VerdictKind;

use crate::ptx::{judged, texts};

/// What is changed in a descriptor, and its name.
type Fault = (&'static str, fn(u64) -> u64);

const FAULTS: [Fault; 5] = [
    ("SBO doubled", |raw| raw & !(0x3fff << 32) | (raw >> 32 & 0x1fff) << 33),
    ("SBO halved", |raw| raw & !(0x3fff << 32) | (raw >> 33 & 0x1fff) << 32),
    ("base offset", |raw| raw ^ 1 << 49),
    ("highest bit of the mode", |raw| raw ^ 1 << 63),
    ("next bit of the mode", |raw| raw ^ 1 << 62),
];

/// The numbers of 64-bit ors that have a swizzle mode.
fn descriptors(text: &str) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| line.contains("or.b64")) {
        let number = line.trim().trim_end_matches(';').rsplit(' ').next().unwrap_or_default();
        if let Ok(signed) = number.parse::<i64>()
            && (signed as u64) >> 61 != 0
        {
            found.push((number.to_owned(), signed as u64));
        }
    }
    found.sort();
    found.dedup();
    found
}

fn is_right(text: &str) -> bool {
    judged(text, |_, report| report.verdict).iter().all(|verdict| *verdict == VerdictKind::Right)
}

#[test]
fn a_fault_in_all_reads_is_never_called_right() {
    let (mut called_right, mut counts) = (Vec::new(), BTreeMap::new());
    for text in texts("texts.jsonl.gz").into_iter().chain(texts("multiplied.jsonl.gz")) {
        if !is_right(&text.text) {
            continue;
        }
        for (number, raw) in descriptors(&text.text) {
            for (name, fault) in FAULTS {
                let planted = format!(", {};", fault(raw) as i64);
                let planted = text.text.replace(&format!(", {number};"), &planted);
                let is_wrong = judged(&planted, |_, report| report.verdict).contains(&VerdictKind::Wrong);
                let count: &mut [u32; 2] = counts.entry(name).or_default();
                count[usize::from(is_wrong)] += 1;
                if is_right(&planted) {
                    called_right.push(format!("{} {number}: {name}", text.file));
                }
            }
        }
    }
    assert_eq!(called_right, [""; 0]);
    // Those that are not called wrong are incomplete: a stride with gaps may be that of a padded tile.
    let wrong: u32 = counts.values().map(|count| count[1]).sum();
    let all: u32 = counts.values().flatten().sum();
    assert!(all > 120 && wrong * 4 > all * 3, "{counts:?}");
}
