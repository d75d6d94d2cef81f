//! Any text gets an answer, in bounded time.

use std::time::Instant;

use swizzle_core::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_lens::{Reading, mend};

use crate::ptx::{judged, texts};

#[test]
fn a_text_cut_anywhere_gets_an_answer() {
    for text in texts("multiplied.jsonl.gz").iter().take(2) {
        for end in (0..text.text.len()).step_by(97) {
            judged(&text.text[..end], |_, _| ());
        }
    }
}

#[test]
fn garbage_and_depth_are_bounded() {
    let start = Instant::now();
    let deep = "{".repeat(1_000_000)
        + "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1}, %rd1, %rd2, 1, 1, 1, 0, 0;";
    let calls: String = (0..2000)
        .map(|at| format!(".func f{at}() {{ call f{}, (); call f{}, (); ret; }}\n", at + 1, at + 1))
        .collect();
    let jumps: String = (0..20_000)
        .map(|at| format!("$L{at}: add.s64 %rd1, %rd1, {at}; @%p1 bra $L{};\n", at * 7919 % 20_000))
        .collect();
    let mma = "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1}, %rd1, %rd1, 1, 1, 1, 0, 0;";
    let jumps = format!(".visible .entry k() {{ {jumps} {mma} }}");
    let calls = format!("{calls} .visible .entry k() {{ call f0, (); {mma} }}");
    let long = "mov.b64 %rd1, {".repeat(500_000);
    let noise: String =
        (0..2_000_000u32).map(|at| char::from((at.wrapping_mul(2_654_435_761) >> 24) as u8 & 0x7f)).collect();
    let kernel = |at: u32| format!(".visible .entry k{at}() {{ call f, (); {mma} }}\n");
    let many: String = (0..5000).map(kernel).collect();
    let many = format!(".func f() {{ {} }}\n{many}", "add.s64 %rd1, %rd1, 1;".repeat(3000));
    let stages: String = (0..4000)
        .map(|at| {
            format!(
                "st.shared.b32 [%r5+{}], %r9; or.b64 %rd1, %rd3, 4611686293305294848; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f{at}}}, %rd1, %rd1, 1, 1, 1, 0, 0;\n",
                16 * at
            )
        })
        .collect();
    let stages = format!(
        ".extern .shared .align 1024 .b8 smem[]; .visible .entry k() {{ mov.u32 %r4, smem; mov.u32 %r5, smem; mov.u32 %r1, 0;
        $L: add.s32 %r1, %r1, 1; and.b32 %r2, %r1, 3; shl.b32 %r3, %r2, 14; add.s32 %r6, %r4, %r3; bfe.u32 %r7, %r6, 4, 14;
        cvt.u64.u32 %rd3, %r7; {stages} add.s32 %r5, %r5, 16; @%p1 bra $L; }}"
    );
    let unrolled =
        format!(".visible .entry k() {{ {} }}", format!("add.s64 %rd1, %rd1, 2; {mma}\n").repeat(20_000));
    for text in [many, stages, unrolled, deep, calls, jumps, long, noise, "\u{e9}\0".repeat(100_000)] {
        judged(&text, |_, _| ());
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// A walk of 1,000 reads with an SBO that is too small: each is drawn, and the edits are tried.
#[test]
fn a_long_walk_is_looked_at_and_mended_in_bounded_time() {
    let start = Instant::now();
    let reads: String = (0..1000u32)
        .map(|at| {
            format!(
                "add.s64 %rd{}, %rd1, {};\nor.b64 %rd{}, %rd{}, 0x4000002000010000;\n\
                 wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{%f1}}, %rd{}, %rd{}, 1, 1, 1, 0, 0;\n",
                10 + 2 * at,
                2 * at,
                11 + 2 * at,
                10 + 2 * at,
                11 + 2 * at,
                11 + 2 * at
            )
        })
        .collect();
    let text = format!(
        ".target sm_90a\n.extern .shared .align 1024 .b8 s[];\n.visible .entry k() {{\n\
         mov.u32 %r1, s;\nshr.u32 %r2, %r1, 4;\ncvt.u64.u32 %rd1, %r2;\n{reads}}}"
    );
    let reading = Reading::of("k.ptx", text.into());
    let rows = &reading.kernels[0].rows;
    assert_eq!(rows.len(), 1000);
    assert!(rows.iter().all(|row| row.verdict == VerdictKind::Wrong));
    let found = mend(&reading, 0, 0, Operand::A);
    assert_eq!(found.map(|edit| edit.left), None);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
