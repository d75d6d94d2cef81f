//! The same texts for another chip.

use swizzle_core::reader::VerdictKind;
use swizzle_lints::Severity;
use swizzle_lints::kernel::KernelReport;

use crate::ptx::{judged, texts};

#[test]
fn a_chip_of_19_bit_addresses_brings_no_fault() {
    let mut count = 0;
    for text in texts("texts.jsonl.gz") {
        if !text.text.contains(".target sm_100a") {
            continue;
        }
        let faults = |text: &str| -> Vec<String> {
            let of = |report: &KernelReport| -> Vec<String> {
                let all = report.findings.iter();
                let faults = all.filter(|one| one.severity != Severity::Note);
                faults.map(|one| one.title.clone()).collect()
            };
            judged(text, |_, report| of(report)).concat()
        };
        let other = text.text.replace(".target sm_100a", ".target sm_107a");
        assert_eq!(faults(&other), [""; 0], "{}", text.file);
        count += 1;
    }
    assert!(count > 5, "{count}");
}

#[test]
fn bits_that_one_chip_gives_a_meaning_are_not_followed_there_and_wrong_elsewhere() {
    let (mut count, word) = (0, 0x0840_0480);
    for text in texts("texts.jsonl.gz") {
        let with = |word: u32| text.text.replace("138413184;", &format!("{word};"));
        if !text.text.contains("mxf4nvf4") || with(0) == text.text {
            continue;
        }
        // The layout of A's scale factors, and UE5M3.
        for bit in [26, 24] {
            let changed = with(word | 1 << bit);
            let there = changed.replace(".target sm_100a", ".target sm_107a");
            let verdicts = [&changed, &there].map(|text| judged(text, |_, one| one.verdict));
            assert_eq!(verdicts, [[VerdictKind::Wrong], [VerdictKind::Incomplete]]);
            count += 1;
        }
    }
    assert_eq!(count, 2);
}

#[test]
fn words_that_one_chip_has_are_a_fault_elsewhere() {
    let all = texts("texts.jsonl.gz").into_iter();
    let of_f8 = |text: &str| text.contains("cta_group::1.kind::f8f6f4 ");
    let text = all.map(|one| one.text).find(|text| of_f8(text)).expect("e4m3");
    for word in ["kind::ti16", "kind::f8f6f4.collector::b::fill"] {
        let changed = text.replace("kind::f8f6f4", word);
        let there = changed.replace(".target sm_100a", ".target sm_107a");
        let is_wrong =
            [&changed, &there].map(|text| judged(text, |_, one| one.verdict == VerdictKind::Wrong));
        assert_eq!(is_wrong, [[true], [false]], "{word}");
    }
}
