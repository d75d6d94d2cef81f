//! Kernels that were written to defeat a reader: each with the answer that is right of it.

use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::Operand;
use swizzle_core::law::Swizzle;
use swizzle_core::reader::VerdictKind;
use swizzle_lints::kernel::KernelReport;
use swizzle_ptx::kernel::Kernel;

use crate::ptx::{judged, texts};

/// Calls with a kernel of the file.
fn with(name: &str, mut call: impl FnMut(&Kernel<'_>, &KernelReport)) {
    let all = texts("texts.jsonl.gz");
    let text = all.iter().find(|text| text.file == "hand_hard_sm90").expect("the file");
    let found = judged(&text.text, |kernel, report| {
        if kernel.name == name {
            call(kernel, report);
        }
        kernel.name == name
    });
    assert!(found.contains(&true), "{name}");
}

/// Mode, LBO and SBO of an operand, as far as they are known.
fn fields(kernel: &Kernel<'_>, at: usize, side: Operand) -> (Option<Swizzle>, Option<u32>, Option<u32>) {
    let held = kernel.mmas[at].descriptor(side).expect("a descriptor");
    (held.swizzle(), held.bytes(FieldId::Lbo), held.bytes(FieldId::Sbo))
}

fn step(report: &KernelReport, at: usize, side: Operand) -> Option<i64> {
    report.operands[at][side as usize].expect("a read").step
}

const B128: (Option<Swizzle>, Option<u32>, Option<u32>) = (Some(Swizzle::B128), Some(16), Some(1024));

#[test]
fn a_descriptor_is_followed_through_a_call() {
    with("h_call", |kernel, report| {
        assert_eq!(fields(kernel, 0, Operand::A), B128);
        assert_eq!([step(report, 0, Operand::A), step(report, 1, Operand::B)], [Some(32), Some(32)]);
        // Two of the four steps of a row: what the others do is not in the text.
        assert_eq!(report.verdict, VerdictKind::Incomplete);
    });
}

#[test]
fn a_table_is_one_of_its_entries() {
    with("h_table", |kernel, report| {
        let last = kernel.mmas.last().expect("one");
        assert_eq!(fields(kernel, kernel.mmas.len() - 1, Operand::A), B128);
        let swizzle_ptx::mma::Held::Descriptor(_, choices) = &last.operands[0] else { panic!("{last:?}") };
        assert_eq!(choices.len(), 4);
        assert_eq!(report.verdict, VerdictKind::Incomplete);
    });
}

#[test]
fn what_is_not_known_is_said_once() {
    with("h_smem", |_, report| {
        let all: Vec<_> = report.findings.iter().map(|finding| finding.title.as_str()).collect();
        assert_eq!(all.len(), 2, "{all:?}");
        assert!(all[0].contains("ld.shared.v2.u64 in line"), "{all:?}");
        assert_eq!(report.verdict, VerdictKind::Incomplete);
    });
    with("h_select", |_, report| {
        let message = &report.findings[0].title;
        assert!(
            message.contains("mode 64B, LBO 16, SBO 512") && message.contains("mode 128B, LBO 16, SBO 1024"),
            "{message}"
        );
    });
    with("h_stride", |kernel, _| {
        assert_eq!(fields(kernel, 0, Operand::A), (Some(Swizzle::None), None, Some(1024)));
    });
}

#[test]
fn names_in_blocks_are_their_own() {
    with("h_asm", |kernel, _| {
        let raw = kernel.mmas[2].descriptor(Operand::A).expect("a descriptor").known;
        assert_eq!(raw.number(), Some(0x4000_0040_0001_0040));
        assert_eq!((0..3).map(|at| fields(kernel, at, Operand::B)).collect::<Vec<_>>(), [B128; 3]);
    });
}

#[test]
fn loops_advance() {
    with("h_shfl", |kernel, report| {
        let last = kernel.mmas.len() - 1;
        assert_eq!(fields(kernel, last, Operand::A), (Some(Swizzle::B128), Some(0), Some(1024)));
        assert_eq!([0, 1, last].map(|at| step(report, at, Operand::A)), [Some(32); 3]);
        let start = &kernel.mmas[0].descriptor(Operand::A).expect("a descriptor").start;
        assert_eq!(kernel.place(start), None);
    });
    with("h_union", |kernel, report| {
        let last = kernel.mmas.len() - 1;
        assert_eq!(fields(kernel, last, Operand::B), B128);
        assert_eq!([1, 2, last].map(|at| step(report, at, Operand::A)), [Some(32); 3]);
        assert_eq!([1, 2].map(|at| step(report, at, Operand::B)), [Some(2048); 2]);
    });
}

#[test]
fn alignment_and_faults() {
    // One read alone does not tell its tile; of alignment nothing is said.
    with("h_alignup", |_, report| {
        let said: Vec<_> = report.findings.iter().map(|finding| finding.id).collect();
        assert_eq!(said, ["unresolved"; 2]);
    });
    with("h_base", |_, report| {
        let message = &report.findings[0].title;
        assert!(message.contains("base offset follows the start"), "{message}");
        assert_eq!(report.verdict, VerdictKind::Incomplete);
    });
    with("h_bug", |_, report| {
        let message = &report.findings[0].title;
        assert!(message.contains("1024 units, 16384 bytes"), "{message}");
        assert!(matches!(report.verdict, VerdictKind::Wrong | VerdictKind::Warning));
    });
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
