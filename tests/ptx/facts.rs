//! The facts that a verdict rests on: a number that contradicts one is found at its line, and what is not followed is no right.

use swizzle_core::reader::VerdictKind;
use swizzle_lints::Severity;
use swizzle_lints::kernel::{FactKind, FactState};

use crate::ptx::{judged, texts};

/// A text with one word of one line changed.
fn edited(file: &str, (line, old, new): (usize, &str, &str)) -> String {
    let all = texts("texts.jsonl.gz");
    let text = all.iter().find(|text| text.file == file).expect("the file");
    let mut lines: Vec<String> = text.text.lines().map(str::to_owned).collect();
    let at = lines[line - 1].rfind(old).expect("the word");
    lines[line - 1].replace_range(at..at + old.len(), new);
    lines.join("\n")
}

/// The lints and lines of the errors of a text.
fn errors(text: &str) -> Vec<(&'static str, u32)> {
    let found = judged(text, |_, report| {
        let errors = report.findings.iter();
        let errors = errors.filter(|one| one.severity == Severity::Error);
        errors.map(|one| (one.id, one.line)).collect::<Vec<_>>()
    });
    found.concat()
}

const DSL: &str = "dsl_bfloat16_128x128x64_kk_sm100";
const SCALED: &str = "triton_scaled5_nvfp4_128x256x256_sm100";
const SCALED_E4M3: &str = "triton_scaled_e4m3_e4m3_128x128x128_sm100";
const TMA: &str = "triton_tma_bf16_128x128x64_w4_sm100";
const TMA90: &str = "triton_tma_bf16_128x128x64_w4_sm90";

const ATTN: &str = "triton_attn_128x128x64_sm100";
const F32: &str = "triton_tma_f32_128x128x32_tB_w4_sm90";
const I8: &str = "triton_tma_i8_128x128x64_tB_w4_sm100";
const SPARSE: &str = "cutlass_bf16_sp_tn_128x128x128_sm90";
const NT: &str = "cutlass_bf16_nt_128x128x64_sm90";
const PTR_BF16: &str = "triton_ptr_bf16_128x128x64_rr_w4_sm100";
const TILELANG: &str = "tl_bf16_64x64x32_ta_sm90";
const PTR: &str = "triton_ptr_e4m3_128x128x64_rc_w4_sm100";

/// An edit, and the one error that it brings.
type Case = (&'static str, (usize, &'static str, &'static str), (&'static str, u32));

const CASES: [Case; 29] = [
    // An address through a shuffle, shifted by a bit less.
    (DSL, (42, "4", "3"), ("held-start", 99)),
    ("dsl_bfloat16_128x128x64_kk_sm90", (33, "4", "3"), ("held-start", 84)),
    // D of one step.
    ("dsl_float16_64x128x64_kmn_sm100", (194, "0", "2"), ("walk-result", 195)),
    // Scale factors: half the distance to the next block.
    (SCALED, (756, "32", "16"), ("scale-source", 761)),
    // B's box into A's last stage, a stage that stays empty, and boxes elsewhere in their stage.
    (TMA, (410, "49152", "32768"), ("copy-place", 414)),
    (TMA, (430, "16384", "0"), ("copy-stages", 533)),
    ("triton_tma_i8_128x128x64_tB_w4_sm100", (497, "16384", "16896"), ("copy-place", 502)),
    (PTR_BF16, (206, "8192", "8208"), ("fill-pattern", 209)),
    // Barriers: waits for another stage's, a commit to that of the copies, one that is not initialized.
    (TMA, (457, "%r31", "%r32"), ("barrier-wait", 457)),
    (TMA90, (687, "98304", "98312"), ("barrier-wait", 695)),
    (TMA, (511, "%r52", "%r31"), ("barrier-commit", 511)),
    (TMA, (657, "98336", "98432"), ("barrier-init", 706)),
    // Maps of the launch: the stages' sizes are what arrives.
    ("cutlass_mxf8_tn_128x128x128_sm100", (880, "33792", "16896"), ("expect-bytes", 883)),
    // One number of a map is one finding, at its line.
    (TMA90, (121, "0xa", "0x7"), ("box-type", 121)),
    // Loads and stores of tensor memory.
    (TMA, (768, "x128", "x64"), ("tensor-registers", 768)),
    (TMA, (342, "+ 0", "+ 64"), ("tensor-columns", 342)),
    (SCALED_E4M3, (1548, "256", "768"), ("tensor-alloc", 1548)),
    (SCALED_E4M3, (650, "32x32b", "16x64b"), ("tensor-source", 650)),
    (ATTN, (1240, "+ 8", "+ 9"), ("walk-columns", 1240)),
    (SCALED, (761, "warpx4", "warpx2::02_13"), ("copy-shape", 761)),
    (I8, (525, "2", "1"), ("copy-stages", 579)),
    (PTR, (543, "2", "4"), ("fill-groups", 543)),
    // As many arrivals as come, and maps that do not overlap.
    ("triton_unroll_128x128x64_k256_sm90", (464, "1", "2"), ("barrier-count", 464)),
    (ATTN, (423, "1", "3"), ("barrier-count", 423)),
    (F32, (146, "128", "64"), ("map-values", 221)),
    // Threads that write bytes twice, by a shift and by a mask.
    (PTR_BF16, (176, "4", "3"), ("fill-once", 185)),
    (PTR_BF16, (177, "2032", "1008"), ("fill-once", 185)),
    // A phase that does not change.
    (TMA, (584, "1, 0", "0, 0"), ("barrier-phase", 575)),
    // An address that nothing aligns.
    (TMA, (364, "98304", "98305"), ("address-alignment", 366)),
];

#[test]
fn a_number_that_contradicts_a_fact_is_one_error_at_its_line() {
    for (file, edit, wanted) in CASES {
        assert_eq!(errors(&edited(file, edit)), [wanted], "{file} {edit:?}");
    }
}

#[test]
fn scale_factors_of_another_step_are_found() {
    // Columns of one another, and the step that uses what was written there.
    let found = errors(&edited(SCALED, (759, "260", "258")));
    assert!(found.contains(&("scale-columns", 761)), "{found:?}");
    assert!(found.contains(&("scale-step", 858)), "{found:?}");
}

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
    let text = edited(TMA90, (121, "0xa", "0x1a"));
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

#[test]
fn what_does_not_go_on_as_it_should_is_not_right() {
    let cases = [
        // Where it begins, how it goes on, and where it is set back to: of copies, of waits and of threads' stores.
        (F32, (542, "-1", "-2")),
        (I8, (550, "1", "2")),
        (I8, (552, " 0,", " 1,")),
        (PTR, (473, " 0,", " 16,")),
        // A remainder by the reciprocal, and its product.
        (NT, (8065, "1", "2")),
        (NT, (8068, "7", "6")),
        (SPARSE, (678, "3", "1")),
        // One of two instruction descriptors.
        ("dsl_float16_64x128x64_kmn_sm100", (53, "69271568", "69271567")),
        // The warps that load tensor memory.
        (ATTN, (463, "6291456", "3145728")),
        // The phase that is waited for.
        (I8, (553, "1", "3")),
        // The XOR of a row's units, which is left out or is of other rows.
        (PTR_BF16, (178, "%r1", "%r649")),
        (PTR_BF16, (179, "112", "96")),
        // Registers that hold no address in shared memory, no place in tensor memory and no number of bytes.
        (SCALED_E4M3, (964, "%r244", "%r229")),
        (SCALED_E4M3, (706, "%r697", "%r146")),
        (TILELANG, (1486, "%r880", "%r838")),
        // The lanes of each warp.
        (TMA, (338, "6291456", "3145728")),
        // A copy of the epilogue that signals a barrier of the loop, and one by a map of the launch beside those of the text.
        ("cutlass_bf16_tn_128x256x64_sm100", (2154, "72", "8")),
        (I8, (422, "%rd21", "%rd1")),
        // Columns of B that are zeros, and a selector of metadata that there is not.
        ("tl_e4m3_128x256x128_tb_sm100", (1777, "0;", "128;")),
        (SPARSE, (1509, ", 0, p", ", 16, p")),
    ];
    let mut followed = Vec::new();
    for (file, edit) in cases {
        let all = judged(&edited(file, edit), |_, report| report.verdict);
        if all.contains(&VerdictKind::Right) {
            followed.push((file, edit));
        }
    }
    assert_eq!(followed, []);
}

/// A kernel with one instruction of a family.
fn of_target(target: &str, instruction: &str) -> Vec<(&'static str, u32)> {
    errors(&format!(
        ".version 8.7\n.target {target}\n.visible .entry k()\n{{\n.reg .b64 %rd<3>;\nmov.b64 %rd1, 0x4000004000010040;\n{instruction}\nret;\n}}"
    ))
}

#[test]
fn an_instruction_is_of_its_target() {
    let wgmma = "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, %rd1, %rd1, 1, 1, 1, 0, 0;";
    let is_named = |found: Vec<(&str, u32)>| found.contains(&("target-instruction", 7));
    assert!(!is_named(of_target("sm_90a", wgmma)));
    for target in ["sm_90", "sm_100a", "sm_120a"] {
        assert!(is_named(of_target(target, wgmma)), "{target}");
    }
    let mma = "tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd1, %r2, 1;";
    for target in ["sm_100a", "sm_100f", "sm_103a", "sm_107a"] {
        assert!(!is_named(of_target(target, mma)), "{target}");
    }
    for target in ["sm_90a", "sm_100", "sm_120a"] {
        assert!(is_named(of_target(target, mma)), "{target}");
    }
}
