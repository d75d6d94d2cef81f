//! Texts that end too early, and faults that have others in their wake.

use swizzle_core::reader::VerdictKind;
use swizzle_lints::Severity;

use crate::ptx::{judged, texts};

fn text(file: &str) -> String {
    let all = texts("texts.jsonl.gz");
    let found = all.into_iter().find(|text| text.file == file);
    found.expect("the text").text
}

#[test]
fn nothing_of_a_text_that_ends_inside_a_kernel_is_called_right() {
    let whole = text("triton_attn_128x128x64_sm90");
    let lines: Vec<&str> = whole.lines().collect();
    let last = lines.iter().rposition(|line| line.contains("wgmma.mma_async"));
    let last = last.expect("an instruction");
    for end in [last + 4, last - 40] {
        let found = judged(&lines[..end].join("\n"), |_, report| {
            let is_cut = report.findings.iter().any(|one| one.id == "text-cut");
            (report.verdict, is_cut)
        });
        assert_eq!(found, [(VerdictKind::Incomplete, true)], "{end}");
    }
    assert_eq!(judged(&whole, |_, report| report.verdict), [VerdictKind::Right]);
}

#[test]
fn a_read_that_strays_is_no_fault_of_its_copies() {
    let right = text("triton_tma_bf16_128x128x64_w4_sm100");
    let wrong = right.replacen("%r61, %r54, 4;", "%r61, %r54, 64;", 1);
    assert_ne!(wrong, right);
    let faults = judged(&wrong, |_, report| {
        let faults = report.findings.iter();
        let faults = faults.filter(|one| one.severity != Severity::Note);
        faults.map(|one| (one.id, one.line)).collect::<Vec<_>>()
    });
    assert_eq!(faults, [vec![("walk-start", 498)]]);
}
