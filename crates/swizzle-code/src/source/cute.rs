//! CUDA C++ with CuTe.

use crate::build::{Instruction, SourceOfA, alignment_bytes, buffer_bytes};
use crate::source::cutlass_names::{accumulator_name, type_name};
use crate::source::text::Lines;
use crate::source::tiled::{Tiled, first_text, letters, major_name, tiled};
use crate::source::{Sourced, cpp, tensor_memory, umma};
use swizzle_core::hardware::{Arch, Operand};

/// N of the shapes that CuTe defines by default.
const COMMON_N: [u32; 8] = [8, 16, 32, 64, 96, 128, 192, 256];

pub(super) fn text(sourced: &Sourced<'_>) -> Result<String, String> {
    let tiled = tiled(sourced)?;
    let mut out = Lines::default();
    cpp::heading(&mut out, sourced, "//");
    out.comment("//", &first_text(sourced));
    let tma = cpp::tma_text(sourced.spec);
    out.comment("//", &format!("{tma}, as in a TMA copy made with SharedLayout."));
    out.gap();
    includes(&mut out, sourced);
    out.line(format!("namespace {} {{", sourced.name));
    out.gap();
    layout(&mut out, sourced, &tiled);
    match sourced.instruction.arch {
        Arch::Wgmma => {
            mma(&mut out, sourced.instruction);
            multiply(&mut out, sourced);
        }
        Arch::Tcgen05 => tcgen05(&mut out, sourced),
    }
    out.gap();
    out.line(format!("}}  // namespace {}", sourced.name));
    Ok(out.into_text())
}

fn tcgen05(out: &mut Lines, sourced: &Sourced<'_>) {
    let parts = tensor_memory::Parts::of(sourced);
    let missing = umma::missing(sourced, &parts);
    match &missing {
        Some(why) => out.comment(
            "//",
            &format!("Not generated: the instruction, multiply and D: {why}. The CUDA form has them."),
        ),
        None => {
            umma::mma(out, sourced);
            if umma::is_scaled(sourced.instruction) {
                umma::scales(out, sourced);
            }
            umma::multiply(out, sourced);
        }
    }
    tensor_memory::cute::text(out, sourced, &parts, missing.is_none());
}

fn includes(out: &mut Lines, sourced: &Sourced<'_>) {
    out.lines(&["#pragma once", ""]);
    match sourced.instruction.arch {
        Arch::Wgmma => {
            if !COMMON_N.contains(&sourced.instruction.n) {
                out.lines(&["#define CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED", ""]);
            }
            out.lines(&[
                "#include <cute/tensor.hpp>",
                "#include <cute/atom/mma_atom.hpp>",
                "#include <cute/atom/mma_traits_sm90_gmma.hpp>",
                "",
            ]);
        }
        Arch::Tcgen05 => {
            out.lines(&[
                "#include <cute/tensor.hpp>",
                "#include <cute/atom/mma_atom.hpp>",
                "#include <cute/atom/mma_traits_sm100.hpp>",
            ]);
            out.lines(&tensor_memory::cute::INCLUDES);
            if umma::is_scaled(sourced.instruction) {
                out.line(umma::SCALE_INCLUDES);
            }
            out.gap();
        }
    }
}

const fn majors(arch: Arch) -> &'static str {
    match arch {
        Arch::Wgmma => "cute::GMMA",
        Arch::Tcgen05 => "cute::UMMA",
    }
}

fn layout(out: &mut Lines, sourced: &Sourced<'_>, tiled: &Tiled) {
    let spec = sourced.spec;
    let tile = spec.tile();
    let (own, _) = letters(sourced);
    let letter = spec.reader().operand.mn_letter();
    if tile.element.is_padded() {
        out.line(format!(
            "using Element{own} = uint8_t;  // a slot of {}, which is padded to a byte",
            type_name(tile.element)
        ));
    } else {
        out.line(format!("using Element{own} = {};", type_name(tile.element)));
    }
    out.line(format!("constexpr int k{letter} = {}, kK = {}, kStages = {};", tile.mn, tile.k, tile.stages));
    out.line(format!("constexpr int kBytes = {};  // all stages", buffer_bytes(spec)));
    out.line(format!(
        "constexpr int kAlignment = {};  // of the buffer's shared address",
        alignment_bytes(spec)
    ));
    out.gap();
    let [mn, k, stages] = tiled.order.map(|place| place + 1);
    out.comment(
        "//",
        &format!(
            "({letter}, K, stages) to the element of the buffer, for the tile's tensor and its TMA copy."
        ),
    );
    out.line("using SharedLayout = decltype(cute::tile_to_shape(");
    out.line(format!(
        "    {}::Layout_{}_Atom<Element{own}>{{}},",
        majors(sourced.instruction.arch),
        tiled.atom
    ));
    out.line(format!("    cute::Shape<cute::Int<k{letter}>, cute::Int<kK>, cute::Int<kStages>>{{}},"));
    out.line(format!("    cute::Step<cute::_{mn}, cute::_{k}, cute::_{stages}>{{}}));"));
    out.line(format!(
        "static_assert(cute::cosize_v<SharedLayout> * cute::sizeof_bits_v<Element{own}> / 8 == kBytes);"
    ));
    out.comment(
        "//",
        if tile.element.is_padded() {
            "The same for producers that use ordinary stores, in slots: the 16 elements of a unit are packed in its first bytes."
        } else {
            "The same for producers that use ordinary stores."
        },
    );
    out.line("using StoredLayout = decltype(cute::as_position_independent_swizzle_layout(SharedLayout{}));");
    for (mn, k, element) in tiled.checks {
        out.line(format!(
            "static_assert(StoredLayout{{}}({mn}, {k}, 0) == {element}, \"element ({mn}, {k})\");"
        ));
    }
    out.gap();
}

fn mma(out: &mut Lines, one: &Instruction) {
    let types = [type_name(one.a), type_name(one.b), accumulator_name(one.d)].join(", ");
    let [a_major, b_major] =
        [one.a_major, one.b_major].map(|major| format!("cute::GMMA::Major::{}", major_name(major)));
    let (m, n, k) = (one.m, one.n, one.k);
    let selector = match one.source_of_a {
        SourceOfA::Shared => "ss_op_selector",
        SourceOfA::Registers => "rs_op_selector",
    };
    out.comment("//", &format!("{}.", one.name()));
    out.line("using Mma = decltype(cute::make_tiled_mma(");
    out.line(format!("    cute::SM90::GMMA::{selector}<{types},"));
    out.line(format!(
        "        cute::Shape<cute::Int<{m}>, cute::Int<{n}>, cute::Int<{k}>>, {a_major}, {b_major}>()));"
    ));
    out.gap();
}

fn multiply(out: &mut Lines, sourced: &Sourced<'_>) {
    let (own, other) = letters(sourced);
    let operand = sourced.spec.reader().operand;
    let from_registers = operand == Operand::B && sourced.instruction.source_of_a == SourceOfA::Registers;
    let what = if from_registers {
        format!("`other` is the fragment of {other} in registers (MMA, MMA_M, MMA_K).")
    } else {
        format!("`other` is one stage of {other} in shared memory.")
    };
    out.comment(
        "//",
        &format!("Every block and step of one stage. {what} `d` is a fragment of Mma{{}}. All threads of a warpgroup call it."),
    );
    out.line("template <class Other, class D>");
    out.line(format!(
        "CUTE_DEVICE void multiply(D& d, Element{own}* buffer, int stage, Other const& other, bool accumulate = false) {{"
    ));
    out.lines(&[
        "  using namespace cute;",
        "  Mma mma;",
        "  auto const slice = mma.get_slice(threadIdx.x % 128);",
        "  auto const tile = make_tensor(make_smem_ptr(buffer), SharedLayout{});",
    ]);
    out.line(format!("  auto const own = slice.make_fragment_{own}(slice.partition_{own}(tile));"));
    if from_registers {
        out.line("  auto const& theirs = other;");
    } else {
        out.line(format!(
            "  auto const theirs = slice.make_fragment_{other}(slice.partition_{other}(other));"
        ));
    }
    let (a, b) = match operand {
        Operand::A => ("own(_, _, k, stage)", "theirs(_, _, k)"),
        Operand::B => ("theirs(_, _, k)", "own(_, _, k, stage)"),
    };
    out.lines(&[
        "  mma.accumulate_ = accumulate ? GMMA::ScaleOut::One : GMMA::ScaleOut::Zero;",
        "  warpgroup_fence_operand(d);",
        "  warpgroup_arrive();",
        "  CUTE_UNROLL",
        "  for (int k = 0; k < size<2>(own); ++k) {",
    ]);
    out.line(format!("    gemm(mma, {a}, {b}, d);"));
    out.lines(&[
        "    mma.accumulate_ = GMMA::ScaleOut::One;",
        "  }",
        "  warpgroup_commit_batch();",
        "  warpgroup_wait<0>();",
        "  warpgroup_fence_operand(d);",
        "}",
    ]);
}
