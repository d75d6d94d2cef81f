//! CUDA C++ with CuTe.

use crate::build::{Instruction, SourceOfA, alignment_bytes, buffer_bytes};
use crate::source::text::Lines;
use crate::source::tiled::{OF_BOTH_CTAS, Tiled, first_text, letters, major_name, tiled};
use crate::source::{Sourced, cpp, tensor_memory};
use swizzle_core::hardware::{Accumulator, Arch, CtaForm, Element, Kind, Operand};

/// N of the shapes that CuTe defines by default.
const COMMON_N: [u32; 8] = [8, 16, 32, 64, 96, 128, 192, 256];

pub(super) fn text(sourced: &Sourced<'_>) -> Result<String, String> {
    let tiled = tiled(sourced)?;
    match sourced.instruction.form {
        CtaForm::One => (),
        CtaForm::Two => return Err(OF_BOTH_CTAS.into()),
        CtaForm::WeightStationary => return Err("CuTe has no atom for .ws".into()),
    }
    let mut out = Lines::default();
    cpp::heading(&mut out, sourced, "//");
    out.comment("//", &first_text(sourced));
    let tma = cpp::tma_text(sourced.spec);
    out.comment(
        "//",
        &format!("{tma}, as in a TMA copy made with SharedLayout."),
    );
    out.gap();
    includes(&mut out, sourced);
    out.line(format!("namespace {} {{", sourced.name));
    out.gap();
    layout(&mut out, sourced, &tiled);
    mma(&mut out, sourced.instruction)?;
    multiply(&mut out, sourced);
    if sourced.instruction.arch == Arch::Tcgen05 {
        let parts = tensor_memory::Parts::of(sourced);
        tensor_memory::cute::text(&mut out, sourced, &parts);
    }
    out.gap();
    out.line(format!("}}  // namespace {}", sourced.name));
    Ok(out.into_text())
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
            out.gap();
        }
    }
}

/// The C++ type of an element.
const fn type_name(element: Element) -> &'static str {
    match element {
        Element::F16 => "cutlass::half_t",
        Element::Bf16 => "cutlass::bfloat16_t",
        Element::Tf32 => "cutlass::tfloat32_t",
        Element::E4m3 => "cutlass::float_e4m3_t",
        Element::E5m2 => "cutlass::float_e5m2_t",
        Element::S8 => "int8_t",
        Element::U8 => "uint8_t",
        Element::B1 => "cutlass::uint1b_t",
        Element::E2m3 => "cutlass::detail::float_e2m3_unpacksmem_t",
        Element::E3m2 => "cutlass::detail::float_e3m2_unpacksmem_t",
        Element::E2m1 => "cutlass::detail::float_e2m1_unpacksmem_t",
        Element::E2m1Packed => "cutlass::float_e2m1_t",
    }
}

const fn accumulator_name(d: Accumulator) -> &'static str {
    match d {
        Accumulator::F16 => "cutlass::half_t",
        Accumulator::F32 => "float",
        Accumulator::S32 => "int32_t",
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
    out.line(format!(
        "constexpr int k{letter} = {}, kK = {}, kStages = {};",
        tile.mn, tile.k, tile.stages
    ));
    out.line(format!(
        "constexpr int kBytes = {};  // all stages",
        buffer_bytes(spec)
    ));
    out.line(format!(
        "constexpr int kAlignment = {};  // of the buffer's shared address",
        alignment_bytes(spec)
    ));
    out.gap();
    let [mn, k, stages] = tiled.order.map(|place| place + 1);
    out.comment(
        "//",
        &format!("({letter}, K, stages) to the element of the buffer, for the tile's tensor and its TMA copy."),
    );
    out.line("using SharedLayout = decltype(cute::tile_to_shape(");
    out.line(format!(
        "    {}::Layout_{}_Atom<Element{own}>{{}},",
        majors(sourced.instruction.arch),
        tiled.atom
    ));
    out.line(format!(
        "    cute::Shape<cute::Int<k{letter}>, cute::Int<kK>, cute::Int<kStages>>{{}},"
    ));
    out.line(format!(
        "    cute::Step<cute::_{mn}, cute::_{k}, cute::_{stages}>{{}}));"
    ));
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

fn mma(out: &mut Lines, one: &Instruction) -> Result<(), String> {
    let types = [type_name(one.a), type_name(one.b), accumulator_name(one.d)].join(", ");
    let major = |major| format!("{}::Major::{}", majors(one.arch), major_name(major));
    let (a_major, b_major) = (major(one.a_major), major(one.b_major));
    let (m, n, k) = (one.m, one.n, one.k);
    out.comment("//", &format!("{}.", one.name()));
    let op = match one.kind {
        None => {
            let selector = match one.source_of_a {
                SourceOfA::Shared => "ss_op_selector",
                SourceOfA::Registers => "rs_op_selector",
            };
            out.line("using Mma = decltype(cute::make_tiled_mma(");
            out.line(format!("    cute::SM90::GMMA::{selector}<{types},"));
            out.line(format!(
                "        cute::Shape<cute::Int<{m}>, cute::Int<{n}>, cute::Int<{k}>>, {a_major}, {b_major}>()));"
            ));
            out.gap();
            return Ok(());
        }
        Some(Kind::F16) => "cute::SM100_MMA_F16BF16_SS",
        Some(Kind::Tf32) => "cute::SM100_MMA_TF32_SS",
        Some(Kind::I8) => "cute::SM100_MMA_S8_SS",
        Some(Kind::F8f6f4) => {
            out.line("using Mma = decltype(cute::make_tiled_mma(cute::MMA_Atom<cute::MMA_Traits<");
            out.line(format!(
                "    cute::SM100_MMA_F8F6F4_SS, {types}, cute::C<{m}>, cute::C<{n}>,"
            ));
            for major in [a_major, b_major] {
                out.line(format!(
                    "    cute::integral_constant<cute::UMMA::Major, {major}>,"
                ));
            }
            out.lines(&[
                "    cute::integral_constant<cute::UMMA::ScaleIn, cute::UMMA::ScaleIn::One>,",
                "    cute::integral_constant<cute::UMMA::ScaleIn, cute::UMMA::ScaleIn::One>>>{}));",
            ]);
            out.gap();
            return Ok(());
        }
        Some(Kind::Mxf8f6f4 | Kind::Mxf4 | Kind::Mxf4nvf4) => {
            return Err("atoms with scale factors need the layouts of both operands' factors, which one tile does not determine".into());
        }
    };
    out.line("using Mma = decltype(cute::make_tiled_mma(");
    out.line(format!("    {op}<{types}, {m}, {n},"));
    out.line(format!("        {a_major}, {b_major}>{{}}));"));
    out.gap();
    Ok(())
}

fn multiply(out: &mut Lines, sourced: &Sourced<'_>) {
    let (own, other) = letters(sourced);
    let operand = sourced.spec.reader().operand;
    let is_wgmma = sourced.instruction.arch == Arch::Wgmma;
    let from_registers = operand == Operand::B
        && sourced.instruction.source_of_a == SourceOfA::Registers
        && is_wgmma;
    let thread = if is_wgmma { "threadIdx.x % 128" } else { "0" };
    let who = if is_wgmma {
        "All threads of a warpgroup call it."
    } else {
        "One warp calls it; the accumulator is in tensor memory and complete after a commit."
    };
    let what = if from_registers {
        format!("`other` is the fragment of {other} in registers (MMA, MMA_M, MMA_K).")
    } else {
        format!("`other` is one stage of {other} in shared memory.")
    };
    out.comment(
        "//",
        &format!("Every block and step of one stage. {what} `d` is a fragment of Mma{{}}. {who}"),
    );
    out.line("template <class Other, class D>");
    out.line(format!(
        "CUTE_DEVICE void multiply(D& d, Element{own}* buffer, int stage, Other const& other, bool accumulate = false) {{"
    ));
    out.line("  using namespace cute;");
    out.line("  Mma mma;");
    out.line(format!("  auto const slice = mma.get_slice({thread});"));
    out.line("  auto const tile = make_tensor(make_smem_ptr(buffer), SharedLayout{});");
    out.line(format!(
        "  auto const own = slice.make_fragment_{own}(slice.partition_{own}(tile));"
    ));
    if from_registers {
        out.line("  auto const& theirs = other;");
    } else {
        out.line(format!(
            "  auto const theirs = slice.make_fragment_{other}(slice.partition_{other}(other));"
        ));
    }
    let scale = if is_wgmma { "GMMA" } else { "UMMA" };
    out.line(format!(
        "  mma.accumulate_ = accumulate ? {scale}::ScaleOut::One : {scale}::ScaleOut::Zero;"
    ));
    if is_wgmma {
        out.line("  warpgroup_fence_operand(d);");
        out.line("  warpgroup_arrive();");
    }
    let (a, b) = match operand {
        Operand::A => ("own(_, _, k, stage)", "theirs(_, _, k)"),
        Operand::B => ("theirs(_, _, k)", "own(_, _, k, stage)"),
    };
    out.lines(&[
        "  CUTE_UNROLL",
        "  for (int k = 0; k < size<2>(own); ++k) {",
    ]);
    out.line(format!("    gemm(mma, {a}, {b}, d);"));
    out.line(format!("    mma.accumulate_ = {scale}::ScaleOut::One;"));
    out.line("  }");
    if is_wgmma {
        out.lines(&[
            "  warpgroup_commit_batch();",
            "  warpgroup_wait<0>();",
            "  warpgroup_fence_operand(d);",
        ]);
    }
    out.line("}");
}
