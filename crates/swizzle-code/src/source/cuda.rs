//! CUDA C++ with inline PTX, no library.

use crate::build::alignment_bytes;
use crate::source::text::Lines;
use crate::source::{Sourced, cpp, law, tcgen05, wgmma};
use swizzle_core::hardware::{Arch, Kind, Sparsity};
use swizzle_text::sparse_product_text;

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
    let chip = sourced.instruction.arch.first_chip();
    let at = match law::phase_bytes(spec) {
        0 => String::from("is a multiple of"),
        phase => format!("is {phase} more than a multiple of"),
    };
    let (of_stage, stage_bytes, passed) = match spec.tile().stages {
        1 => ("", "", ""),
        _ => (" of a stage", " + stage * kStageBytes", ", stage"),
    };
    let store = match cpp::no_tma_text(spec) {
        Some(_) => "Store",
        None => "Or store",
    };
    for step in [
        format!(
            "Compile for {chip}. `tile` is the shared address of the first stage, __cvta_generic_to_shared(pointer); it {at} {}: dynamic shared memory alone is aligned to less, so round up.",
            alignment_bytes(spec)
        ),
        match cpp::no_tma_text(spec) {
            Some(why) => why,
            None => format!(
                "{}; the box that begins at element (mn, k){of_stage} goes to tile{stage_bytes} + mn_bytes(mn) + k_bytes(k). A TMA copy is there once its mbarrier's phase is over: every thread that reads waits for it, and needs no fence.",
                cpp::tma_text(spec)
            ),
        },
        format!(
            "{store} each element at address(tile, mn, k{passed}); then fence.proxy.async.shared::cta by the threads that stored, and a barrier, before the first read."
        ),
    ] {
        out.comment("//", &step);
    }
    let step = match sourced.instruction.arch {
        Arch::Wgmma => {
            "All 128 threads of a warpgroup, 0 to 127 of it, call multiply for one block, of A's file or of B's; each holds the registers of the block's D that row_of and column_of name."
        }
        Arch::Tcgen05 => {
            "One thread calls multiply for one block, with D's address in tensor memory, then commit: the mbarrier tells when D may be read."
        }
    };
    out.comment("//", &product_text(sourced));
    out.comment("//", step);
    if sourced.instruction.kind.is_some_and(Kind::is_block_scaled) {
        out.comment("//", tcgen05::SCALES_TEXT);
    }
}

/// What D is: a sum over K, which in the sparse form is not the K that is stored.
fn product_text(sourced: &Sourced<'_>) -> String {
    let scaled = match sourced.instruction.kind.is_some_and(Kind::is_block_scaled) {
        true => ", each times the scale factors of its block of K",
        false => "",
    };
    match sourced.instruction.sparsity {
        Sparsity::Dense => format!("D(m, n) is the sum of A(m, k) * B(n, k){scaled}."),
        Sparsity::Sparse => format!("{}{scaled}.", sparse_product_text(sourced.spec)),
    }
}
