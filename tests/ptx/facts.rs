//! The facts that a verdict rests on: a number that contradicts one is found at its line, and what is not followed is no right.

use swizzle_core::reader::VerdictKind;
use swizzle_lints::kernel::{FactKind, FactState};

use crate::ptx::edits::{edited, errors};
use crate::ptx::{judged, texts};

const TMA: &str = "triton_tma_bf16_128x128x64_w4_sm100";
const TMA90: &str = "triton_tma_bf16_128x128x64_w4_sm90";

#[test]
fn a_right_kernel_rests_on_facts_that_are_all_checked() {
    let text = texts("texts.jsonl.gz").into_iter().find(|text| text.file == TMA);
    judged(&text.expect("the file").text, |_, report| {
        assert_eq!(report.verdict, VerdictKind::Right);
        let is_checked = |kind: FactKind| {
            let mut all = report.facts.iter().filter(|fact| fact.kind == kind).peekable();
            all.peek().is_some() && all.all(|fact| fact.state == FactState::Checked)
        };
        for kind in [
            FactKind::Fields,
            FactKind::Walk,
            FactKind::Fills,
            FactKind::Barrier,
            FactKind::Map,
            FactKind::TensorMemory,
            FactKind::Instruction,
        ] {
            assert!(is_checked(kind), "{kind:?}: {:?}", report.facts);
        }
    });
}

#[test]
fn what_is_not_followed_is_not_right() {
    // A box of which the text does not tell the type.
    let text = edited(&texts("texts.jsonl.gz"), TMA90, [(121, "0xa", "0x1a")]);
    judged(&text, |_, report| {
        assert_eq!(report.verdict, VerdictKind::Incomplete);
        let open = report.facts.iter().find(|fact| fact.state == FactState::NotFollowed);
        let open = open.expect("a fact");
        assert_eq!(open.kind, FactKind::Map);
        assert!(open.words.contains("not all fields of the tensor map"), "{}", open.words);
    });
}

/// Each thread of it writes in a loop of its own, from its index on.
#[test]
fn what_threads_write_in_their_own_loops_is_not_followed() {
    let all = texts("texts.jsonl.gz");
    let text = all.iter().find(|text| text.file == "hand_wgmma_sm90");
    let found = judged(&text.expect("the file").text, |_, report| {
        let open = report.facts.iter().any(|fact| {
            fact.state == FactState::NotFollowed && fact.words.contains("what each thread writes")
        });
        (open, report.verdict)
    });
    assert_eq!(found[..2], [(true, VerdictKind::Incomplete); 2]);
}

/// A kernel with one instruction of a family.
fn of_target(target: &str, instruction: &str) -> bool {
    let found = errors(&format!(
        ".version 8.7\n.target {target}\n.visible .entry k()\n{{\n.reg .b64 %rd<3>;\nmov.b64 %rd1, 0x4000004000010040;\n{instruction}\nret;\n}}"
    ));
    found.iter().any(|(id, line, _)| (*id, *line) == ("target-instruction", 7))
}

#[test]
fn an_instruction_is_of_its_target() {
    let wgmma = "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, %rd1, %rd1, 1, 1, 1, 0, 0;";
    assert!(!of_target("sm_90a", wgmma));
    for target in ["sm_90", "sm_100a", "sm_120a"] {
        assert!(of_target(target, wgmma), "{target}");
    }
    let mma = "tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd1, %r2, 1;";
    for target in ["sm_100a", "sm_100f", "sm_103a", "sm_107a"] {
        assert!(!of_target(target, mma), "{target}");
    }
    for target in ["sm_90a", "sm_100", "sm_120a"] {
        assert!(of_target(target, mma), "{target}");
    }
}
