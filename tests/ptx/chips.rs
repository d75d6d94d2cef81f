//! The same texts for another chip.

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
                faults.map(|one| one.message.clone()).collect()
            };
            judged(text, |_, report| of(report)).concat()
        };
        let other = text.text.replace(".target sm_100a", ".target sm_107a");
        assert_eq!(faults(&other), [""; 0], "{}", text.file);
        count += 1;
    }
    assert!(count > 5, "{count}");
}
