//! CUDA C++ with inline PTX, no library.

use alloc::format;
use alloc::string::String;

use crate::build::alignment_bytes;
use crate::code::source::text::Lines;
use crate::code::source::{Sourced, cpp, law, tcgen05, wgmma};
use crate::hardware::Arch;

pub(super) fn text(sourced: &Sourced<'_>) -> String {
    let mut out = Lines::default();
    cpp::heading(&mut out, sourced, "//");
    out.line("//");
    usage(&mut out, sourced);
    out.gap();
    out.lines(&["#pragma once", "", "#include <cstdint>", ""]);
    out.lines(&[
        "#ifdef __CUDACC__",
        "#define TILE_FN __host__ __device__ constexpr",
        "#else",
        "#define TILE_FN constexpr",
        "#endif",
    ]);
    out.gap();
    out.line(format!("namespace {} {{", sourced.name));
    out.gap();
    cpp::host(&mut out, sourced);
    match sourced.instruction.arch {
        Arch::Wgmma => wgmma::device(&mut out, sourced),
        Arch::Tcgen05 => tcgen05::device(&mut out, sourced),
    }
    out.gap();
    out.line(format!("}}  // namespace {}", sourced.name));
    out.gap();
    out.line("#undef TILE_FN");
    out.into_text()
}

/// What a kernel does with it, in order.
fn usage(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    let arch = match sourced.instruction.arch {
        Arch::Wgmma => "sm_90a",
        Arch::Tcgen05 => "sm_100a",
    };
    let at = match law::phase_bytes(spec) {
        0 => String::from("is a multiple of"),
        phase => format!("is {phase} more than a multiple of"),
    };
    for step in [
        format!("Compile for {arch}. `tile` is the shared address of the first stage, __cvta_generic_to_shared(pointer); it {at} {}: dynamic shared memory alone is aligned to less, so round up.", alignment_bytes(spec)),
        format!("{}; the box that begins at element (mn, k) goes to tile + mn_bytes(mn) + k_bytes(k).", cpp::tma_text(spec)),
        "A TMA copy is there once its mbarrier's phase is over: every thread that reads waits for it, and needs no fence.".into(),
        "Or store each element at offset(mn, k); then fence.proxy.async.shared::cta by the threads that stored, and a barrier, before the first read.".into(),
    ] {
        out.comment("//", &step);
    }
    let step = match sourced.instruction.arch {
        Arch::Wgmma => {
            "D(m, n) is the sum of A(m, k) * B(n, k). All 128 threads of a warpgroup, 0 to 127 of it, call multiply for one block, of A's file or of B's; each holds the registers of the block's D that row_of and column_of name."
        }
        Arch::Tcgen05 => {
            "One thread calls multiply for one block, with D's address in tensor memory, then commit: the mbarrier tells when D may be read."
        }
    };
    out.comment("//", step);
}
