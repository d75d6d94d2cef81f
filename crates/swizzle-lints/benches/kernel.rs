//! How long a kernel's PTX takes from text to verdicts: 1 MB, and ten times as much.
//!
//! Run it with `cargo bench -p swizzle-lints --bench kernel`. The text is one kernel of unrolled walks, repeated as often as it takes;
//! what counts is that 10 MB take ten times as long.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use swizzle_core::reader::VerdictKind;
use swizzle_lints::kernel::judge;
use swizzle_ptx::kernel::kernels;
use swizzle_ptx::module::Module;

/// Target time for 1 MB.
const AIM: Duration = Duration::from_millis(100);

/// A kernel of so many bytes: starts, four steps of a walk into 64 accumulators, a wait, and what kernels have beside it.
fn text(bytes: usize) -> String {
    let mut text = String::from(
        ".version 8.4\n.target sm_90a\n.extern .shared .align 1024 .b8 smem[];\n.visible .entry k(.param .u32 p)\n{\n\
         .reg .pred %p<9>; .reg .b32 %r<99999>; .reg .b64 %rd<99999>; .reg .f32 %f<99>;\nmov.u32 %r1, smem;\nmov.u32 %r2, 0;\n",
    );
    let accumulators: Vec<String> = (0..64).map(|at| format!("%f{at}")).collect();
    let mut turn = 0;
    while text.len() < bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "$L{turn}:\nshl.b32 %r3, %r2, 14;\nadd.s32 %r4, %r1, %r3;\n");
        for step in 0..4 {
            let from = 10 + 2 * step;
            for (at, base) in [(from, 0), (from + 1, 65536)] {
                let _ = write!(
                    text,
                    "add.s32 %r{at}, %r4, {};\nand.b32 %r{at}, %r{at}, 262128;\nshr.u32 %r{at}, %r{at}, 4;\n\
                     cvt.u64.u32 %rd{at}, %r{at};\nor.b64 %rd{at}, %rd{at}, 4611686293305360384;\n",
                    base + 32 * step
                );
            }
            let list = accumulators.join(", ");
            let _ = writeln!(
                text,
                "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {{{list}}}, %rd{from}, %rd{}, 1, 1, 1, 0, 0;",
                from + 1
            );
        }
        let _ = write!(
            text,
            "wgmma.commit_group.sync.aligned;\nadd.s32 %r5, %r2, 1;\nsetp.eq.s32 %p1, %r5, 4;\nselp.b32 %r2, 0, %r5, %p1;\n\
             fma.rn.f32 %f90, %f1, %f2, %f3;\nst.shared.f32 [smem+131072], %f90;\n@%p2 bra $L{turn};\n"
        );
        turn += 1;
    }
    text.push_str("ret;\n}\n");
    text
}

fn main() {
    let mut times = Vec::new();
    for (megabytes, rounds) in [(1, 15), (10, 3)] {
        let text = text(megabytes * 1_000_000);
        let mut all: Vec<Duration> = (0..rounds)
            .map(|_| {
                let start = Instant::now();
                let module = Module::read(black_box(&text));
                let verdicts = kernels(&module)
                    .iter()
                    .filter(|kernel| judge(&module, kernel).verdict != VerdictKind::Wrong)
                    .count();
                assert_eq!(black_box(verdicts), 1);
                start.elapsed()
            })
            .collect();
        all.sort_unstable();
        times.push(all[rounds / 2]);
        println!("{megabytes:>3} MB of PTX to verdicts: {:>7.1} ms", all[rounds / 2].as_secs_f64() * 1e3);
    }
    let aim = if times[0] <= AIM { "within" } else { "ABOVE" };
    println!(
        "    {aim} {AIM:?} for 1 MB; 10 MB take {:.1} times as long",
        times[1].as_secs_f64() / times[0].as_secs_f64()
    );
}
