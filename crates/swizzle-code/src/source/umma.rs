//! The instruction of tcgen05 in CuTe: its atom, the fragments that it reads, and its loop over a tile.

use crate::build::{Instruction, ScaleVec};
use crate::source::Sourced;
use crate::source::cutlass_names::{accumulator_name, type_name};
use crate::source::tensor_memory::Parts;
use crate::source::text::Lines;
use crate::source::tiled::{letters, major_name};
use swizzle_core::hardware::{CtaForm, Kind, Operand};
use swizzle_tmem::scale::BLOCK_FACTORS;

/// Headers of block-scaled kernels.
pub(super) const SCALE_INCLUDES: &str = "#include <cutlass/detail/sm100_blockscaled_layout.hpp>";

pub(super) fn is_scaled(one: &Instruction) -> bool {
    one.kind.is_some_and(Kind::is_block_scaled)
}

/// Why CuTe has no instruction for the tile, though the hardware has.
pub(super) fn missing(sourced: &Sourced<'_>, parts: &Parts) -> Option<String> {
    let (one, spec) = (sourced.instruction, sourced.spec);
    let (read, tile) = (spec.read_extent(), spec.tile());
    if one.form == CtaForm::WeightStationary {
        return Some("CuTe has no atom for .ws".into());
    }
    if !tile.mn.is_multiple_of(read.mn) || !tile.k.is_multiple_of(read.k) {
        return Some("fragments are whole reads, which this tile is not".into());
    }
    if !is_scaled(one) {
        return None;
    }
    if one.kind == Some(Kind::Mxf4nvf4) && one.vec == ScaleVec::V32 {
        return Some("CuTe's atom with a factor for each 32 elements is of kind::mxf4".into());
    }
    if spec.blocks() > 1 {
        return Some("CUTLASS's layouts of scale factors are those of one block".into());
    }
    if !tile.k.is_multiple_of(BLOCK_FACTORS * one.vec.elements()) {
        return Some("CUTLASS's layouts of scale factors have 4 of each row, or a multiple".into());
    }
    parts.unscaled()
}

/// CuTe's name of the atom.
const fn atom(kind: Kind, form: CtaForm) -> &'static str {
    match (kind, form) {
        (Kind::F16, CtaForm::Two) => "SM100_MMA_F16BF16_2x1SM_SS",
        (Kind::F16, _) => "SM100_MMA_F16BF16_SS",
        (Kind::Tf32, CtaForm::Two) => "SM100_MMA_TF32_2x1SM_SS",
        (Kind::Tf32, _) => "SM100_MMA_TF32_SS",
        (Kind::I8, CtaForm::Two) => "SM100_MMA_S8_2x1SM_SS",
        (Kind::I8, _) => "SM100_MMA_S8_SS",
        (Kind::F8f6f4, CtaForm::Two) => "SM100_MMA_F8F6F4_2x1SM_SS",
        (Kind::F8f6f4, _) => "SM100_MMA_F8F6F4_SS",
        (Kind::Mxf8f6f4, CtaForm::Two) => "SM100_MMA_MXF8F6F4_2x1SM_SS",
        (Kind::Mxf8f6f4, _) => "SM100_MMA_MXF8F6F4_SS",
        (Kind::Mxf4 | Kind::Mxf4nvf4, CtaForm::Two) => "SM100_MMA_MXF4_2x1SM_SS",
        (Kind::Mxf4 | Kind::Mxf4nvf4, _) => "SM100_MMA_MXF4_SS",
    }
}

/// CUTLASS's type of a scale factor.
const fn type_of_factor(vec: ScaleVec) -> &'static str {
    match vec {
        ScaleVec::V16 => "cutlass::float_ue4m3_t",
        ScaleVec::V32 => "cutlass::float_ue8m0_t",
    }
}

/// The tiled instruction, and what it reads of both operands in one CTA.
pub(super) fn mma(out: &mut Lines, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    let Some(kind) = one.kind else { return };
    let types = [type_name(one.a), type_name(one.b), accumulator_name(one.d)].join(", ");
    let majors = [one.a_major, one.b_major].map(|major| format!("cute::UMMA::Major::{}", major_name(major)));
    let (m, n) = (one.m, one.n);
    let atom = atom(kind, one.form);
    out.comment("//", &format!("{}.", one.name()));
    if kind == Kind::F8f6f4 {
        out.line("using Mma = decltype(cute::make_tiled_mma(cute::MMA_Atom<cute::MMA_Traits<");
        out.line(format!("    cute::{atom}, {types}, cute::C<{m}>, cute::C<{n}>,"));
        for major in majors {
            out.line(format!("    cute::integral_constant<cute::UMMA::Major, {major}>,"));
        }
        out.lines(&[
            "    cute::integral_constant<cute::UMMA::ScaleIn, cute::UMMA::ScaleIn::One>,",
            "    cute::integral_constant<cute::UMMA::ScaleIn, cute::UMMA::ScaleIn::One>>>{}));",
        ]);
    } else {
        let (factor, vec) = match (is_scaled(one), kind) {
            (false, _) => (String::new(), String::new()),
            (true, Kind::Mxf8f6f4) => (", ElementOfScales".into(), String::new()),
            (true, _) => (", ElementOfScales".into(), format!(", {}", one.vec.elements())),
        };
        if is_scaled(one) {
            out.line(format!("using ElementOfScales = {};", type_of_factor(one.vec)));
        }
        out.line("using Mma = decltype(cute::make_tiled_mma(");
        out.line(format!("    cute::{atom}<{types}{factor}, {m}, {n}{vec},"));
        out.line(format!("        {}>{{}}));", majors.join(", ")));
    }
    let (rows, columns) = (m / one.form.ctas(), n / one.form.ctas());
    out.comment(
        "//",
        &format!(
            "What an instruction reads of A and B{}.",
            match one.form {
                CtaForm::Two => " in each CTA of the pair",
                CtaForm::One | CtaForm::WeightStationary => "",
            }
        ),
    );
    for (operand, rows) in [("A", rows), ("B", columns)] {
        out.line(format!("using ReadOf{operand} = cute::Shape<cute::Int<{rows}>, cute::Int<{}>>;", one.k));
    }
    out.gap();
}

/// Scale factors of one block: a stage of them in shared memory, their fragments in tensor memory, and their copy.
pub(super) fn scales(out: &mut Lines, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    let group = one.form.ctas();
    out.comment(
        "//",
        "Scale factors of one block in a stage of shared memory, rows padded to 128, as CUTLASS's block-scaled kernels have them.",
    );
    out.line(format!(
        "using ShapeOfBlock = cute::Shape<cute::Int<{}>, cute::Int<{}>, cute::Int<kK>>;",
        one.m, one.n
    ));
    out.line(format!("using ScaleConfig = cutlass::detail::Sm1xxBlockScaledConfig<{}>;", one.vec.elements()));
    for operand in ["A", "B"] {
        out.line(format!(
            "using ScalesOf{operand} = decltype(ScaleConfig::deduce_smem_layoutSF{operand}(Mma{{}}, ShapeOfBlock{{}}));"
        ));
    }
    out.gap();
    out.comment("//", "The same at an address in tensor memory.");
    for (operand, name) in [("A", "a"), ("B", "b")] {
        out.line(format!("CUTE_HOST_DEVICE auto scales_of_{name}(uint32_t address) {{"));
        out.line(format!(
            "  auto scales = cute::make_tensor<typename Mma::FrgTypeSF{operand}>(cute::shape(ScalesOf{operand}{{}}));"
        ));
        out.lines(&["  scales.data() = address;", "  return scales;", "}"]);
    }
    out.gap();
    let whose = match group {
        1 => "",
        _ => " The warp that calls multiply calls it, for both CTAs.",
    };
    out.comment(
        "//",
        &format!("Copies scale factors from shared memory by tcgen05.cp.cta_group::{group}.32x128b.warpx4: copy_scales<ScalesOfA>(scales_of_a(address), shared), and likewise of B. One warp calls it, before multiply.{whose}"),
    );
    out.lines(&[
        "template <class LayoutOfScales, class Scales>",
        "CUTE_DEVICE void copy_scales(Scales const& scales, ElementOfScales* shared) {",
        "  using namespace cute;",
    ]);
    out.line(format!("  using Copy = SM100_UTCCP_4x32dp128bit_{group}cta;"));
    out.lines(&[
        "  auto const from = make_tensor(make_smem_ptr(shared), filter_zeros(LayoutOfScales{}));",
        "  auto const to = make_tensor(scales.data(), filter_zeros(scales.layout()));",
        "  auto const copies = make_utccp_copy(Copy{}, to);",
        "  auto const slice = copies.get_slice(0);",
        "  if (elect_one_sync()) {",
        "    copy(copies, get_utccp_smem_desc_tensor<Copy>(slice.partition_S(from)), slice.partition_D(to));",
        "  }",
        "}",
    ]);
    out.gap();
}

/// The loop over a stage of the tile.
pub(super) fn multiply(out: &mut Lines, sourced: &Sourced<'_>) {
    let (own, other) = letters(sourced);
    let one = sourced.instruction;
    let (of_cta, who) = match one.form {
        CtaForm::Two => (
            " of the same CTA, which has half of its rows",
            "One warp of the CTA of even rank calls it, for both",
        ),
        CtaForm::One | CtaForm::WeightStationary => ("", "One warp calls it"),
    };
    let scaled = match is_scaled(one) {
        true => " `scales_a` and `scales_b` are addresses of scale factors in tensor memory.",
        false => "",
    };
    out.comment(
        "//",
        &format!("Every block and step of one stage. `other` is one stage of {other} in shared memory{of_cta}. `d` is a fragment of Mma{{}}.{scaled} {who}; the accumulator is in tensor memory and complete after a commit."),
    );
    let parameters = match is_scaled(one) {
        true => ", uint32_t scales_a, uint32_t scales_b",
        false => "",
    };
    out.line("template <class Other, class D>");
    out.line(format!(
        "CUTE_DEVICE void multiply(D& d, Element{own}* buffer, int stage, Other const& other{parameters}, bool accumulate = false) {{"
    ));
    out.lines(&[
        "  using namespace cute;",
        "  Mma mma;",
        "  auto const tile = make_tensor(make_smem_ptr(buffer), SharedLayout{});",
    ]);
    out.line(format!("  auto const own = Mma::make_fragment_{own}(tiled_divide(tile, ReadOf{own}{{}}));"));
    out.line(format!(
        "  auto const theirs = Mma::make_fragment_{other}(tiled_divide(other, ReadOf{other}{{}}));"
    ));
    if is_scaled(one) {
        out.lines(&[
            "  auto const of_a = scales_of_a(scales_a);",
            "  auto const of_b = scales_of_b(scales_b);",
        ]);
    }
    out.line("  mma.accumulate_ = accumulate ? UMMA::ScaleOut::One : UMMA::ScaleOut::Zero;");
    let (a, b) = match sourced.spec.reader().operand {
        Operand::A => ("own(_, _, k, stage)", "theirs(_, _, k)"),
        Operand::B => ("theirs(_, _, k)", "own(_, _, k, stage)"),
    };
    let mma = match is_scaled(one) {
        true => "mma.with(mma.accumulate_, of_a(_, _, k), of_b(_, _, k))",
        false => "mma",
    };
    out.lines(&["  CUTE_UNROLL", "  for (int k = 0; k < size<2>(own); ++k) {"]);
    out.line(format!("    gemm({mma}, {a}, {b}, d);"));
    out.lines(&["    mma.accumulate_ = UMMA::ScaleOut::One;", "  }", "}"]);
}
