//! CUDA C++ with inline PTX, without a library.

use crate::build::alignment_bytes;
use crate::source::text::Lines;
use crate::source::{Sourced, cpp, law, tcgen05, wgmma};
use swizzle_core::hardware::{Arch, CtaForm, Kind, Sparsity};
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

/// The steps of a kernel that uses the file, in order.
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
            "Compile for {chip}. `tile` is the shared address of the first stage, __cvta_generic_to_shared(pointer); it {at} {}. Dynamic shared memory by itself has a smaller alignment, so round up.",
            alignment_bytes(spec)
        ),
        match cpp::no_tma_text(spec) {
            Some(why) => why,
            None => format!(
                "{}; the destination of the box that starts at element (mn, k){of_stage} is tile{stage_bytes} + mn_bytes(mn) + k_bytes(k). A TMA copy has landed once its mbarrier phase completes: every thread that reads must wait for it, and no fence is needed.",
                cpp::tma_text(spec)
            ),
        },
        format!(
            "{store} each element at address(tile, mn, k{passed}); then the storing threads execute fence.proxy.async.shared::cta, and a barrier follows before the first read."
        ),
    ] {
        out.comment("//", &step);
    }
    let step = match sourced.instruction.arch {
        Arch::Wgmma => {
            "All 128 threads of a warpgroup, numbered 0 to 127, call multiply for one block, from A's file or B's; each has the registers of the block's D that row_of and column_of describe."
        }
        Arch::Tcgen05 => match sourced.instruction.form {
            CtaForm::One | CtaForm::WeightStationary => {
                "A warp calls allocate. One thread calls multiply for one block, with D's address in tensor memory, then commit: four warps call read_d once the mbarrier phase completes. The same warp calls deallocate."
            }
            CtaForm::Two => {
                "A warp of each CTA calls allocate. One thread of the CTA of even rank calls multiply for one block of both CTAs, with D's address in tensor memory, then commit: four warps of each CTA call read_d once the mbarrier phase completes. The same warps call deallocate. Each CTA has its own half of A's rows and of B's columns in its shared memory, at the same addresses, and all of K."
            }
        },
    };
    out.comment("//", &product_text(sourced));
    out.comment("//", step);
}

/// The definition of D: a sum over K, which in the sparse form is not the stored K.
fn product_text(sourced: &Sourced<'_>) -> String {
    let scaled = match sourced.instruction.kind.is_some_and(Kind::is_block_scaled) {
        true => ", each product times the scale factors of its block of K",
        false => "",
    };
    match sourced.instruction.sparsity {
        Sparsity::Dense => format!("D(m, n) is the sum of A(m, k) * B(n, k){scaled}."),
        Sparsity::Sparse => format!("{}{scaled}.", sparse_product_text(sourced.spec)),
    }
}
