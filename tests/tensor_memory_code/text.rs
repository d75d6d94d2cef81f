//! What the files say: the plan, the instructions as PTX has them, and what is left out.

use swizzle_code::Language;
use swizzle_code::build::{Pack, ScaleVec};
use swizzle_core::hardware::{Accumulator, CtaForm, Kind};
use swizzle_core::{Operand, Sparsity, Swizzle};
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::tensor_memory::Alignment;

use crate::tensor_memory_code::case::{Case, PLAIN, accumulators, scaled};
use crate::tensor_memory_code::cxx::check_device;

/// The columns of the plan: one region behind the other, in an allocation that exists.
#[test]
fn regions_follow_each_other_in_the_smallest_allocation() {
    let lines = |case: Case| {
        let code = case.code(Language::Cuda, "tile");
        let is_plan = |line: &&str| line.starts_with("constexpr uint32_t k") && line.contains("Column");
        let found: Vec<String> = code.lines().filter(is_plan).map(str::to_owned).collect();
        found.join(" ").replace("constexpr uint32_t ", "")
    };
    assert_eq!(lines(PLAIN), "kAllocatedColumns = 64; kColumnOfD = 0;");
    let half = Case { form: CtaForm::Two, n: 32, ..PLAIN };
    assert_eq!(lines(half), "kAllocatedColumns = 32; kColumnOfD = 0;");
    let fp4 = Case { kind: Kind::Mxf4nvf4, n: 256, k: 256, ..PLAIN };
    assert_eq!(
        lines(fp4),
        "kAllocatedColumns = 512; kColumnOfD = 0, kColumnOfScalesOfA = 256, kColumnOfScalesOfB = 272;"
    );
    let sparse = Case { sparsity: Sparsity::Sparse, k: 128, ..PLAIN };
    assert_eq!(lines(sparse), "kAllocatedColumns = 128; kColumnOfD = 0, kColumnOfMetadata = 64;");
}

/// Each instruction as NVIDIA's compilers write it: `tcgen05` lines of CUTLASS, Triton and TileLang kernels.
#[test]
fn instructions_are_written_as_compilers_write_them() {
    let has = |case: Case, lines: &[&str]| {
        let code = case.code(Language::Cuda, "tile");
        for line in lines {
            assert!(code.contains(line), "{case:?}: no {line} in\n{code}");
        }
        assert!(!code.contains("Not generated"), "{code}");
    };
    has(
        PLAIN,
        &[
            "\"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;\"",
            "\"tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\"",
            "\"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;\"",
            "\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\\n\"",
            "\"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];\"",
            "\"tcgen05.ld.sync.aligned.32x32b.x32.b32 \"",
            "\"tcgen05.wait::ld.sync.aligned;\\n\"",
            "\"tcgen05.fence::after_thread_sync;\"",
            "\"tcgen05.fence::before_thread_sync;\"",
        ],
    );
    has(
        Case { form: CtaForm::Two, m: 256, ..PLAIN },
        &[
            "\"tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;\"",
            "\"tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;\"",
            "\"tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;\"",
            "\"tcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, p;\\n\"",
            "\"tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;\"",
        ],
    );
    has(
        Case { form: CtaForm::WeightStationary, kind: Kind::F8f6f4, k: 128, ..PLAIN },
        &["\"tcgen05.mma.ws.cta_group::1.kind::f8f6f4 [%0], %1, %2, %3, p, 0;\\n\""],
    );
    has(
        Case { form: CtaForm::WeightStationary, sparsity: Sparsity::Sparse, ..PLAIN },
        &["\"tcgen05.mma.ws.sp.cta_group::1.kind::f16 [%0], %1, %2, [%4], %3, p, 0;\\n\""],
    );
    has(
        Case { kind: Kind::Mxf8f6f4, k: 128, form: CtaForm::Two, m: 256, ..PLAIN },
        &[
            "\"tcgen05.cp.cta_group::2.32x128b.warpx4 [%0], %1;\"",
            "\"tcgen05.mma.cta_group::2.kind::mxf8f6f4.block_scale.scale_vec::1X [%0], %1, %2, %3, [%4], [%5], p;\\n\"",
        ],
    );
    for (vec, name) in [(ScaleVec::V16, "4X"), (ScaleVec::V32, "2X")] {
        has(
            Case { kind: Kind::Mxf4nvf4, vec, k: 256, ..PLAIN },
            &[
                "\"tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;\"",
                &format!(
                    "\"tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::{name} [%0], %1, %2, %3, [%4], [%5], p;\\n\""
                ),
            ],
        );
    }
}

/// Every function of the device calls what there is, with the types that it has.
#[test]
fn functions_of_the_device_are_whole() {
    let all = accumulators().into_iter().chain(scaled()).enumerate();
    let code = all.map(|(number, case)| {
        let code = case.code(Language::Cuda, &format!("t{number}"));
        code.replace("#pragma once", "")
    });
    check_device("device", &code.collect::<String>());
}

/// What no source covers is not guessed: the file says so, and has no function for it.
#[test]
fn what_no_source_covers_is_left_out_with_a_reason() {
    let without = |case: Case, why: &str, functions: &[&str]| {
        let code = case.code(Language::Cuda, "tile");
        // Comments are wrapped.
        let words = code.replace("\n// ", " ");
        assert!(words.contains(why), "{case:?}: no “{why}” in\n{code}");
        for function in functions {
            assert!(!code.contains(&format!("{function}(")), "{function}: {code}");
        }
    };
    let sparse = Case { sparsity: Sparsity::Sparse, ..PLAIN };
    without(
        Case { form: CtaForm::Two, ..sparse },
        "Not generated: reading D: sources disagree on where D is, layout C or B.",
        &["void allocate", "void read_d", "row_of"],
    );
    without(
        Case { m: 64, ..sparse },
        "Not generated: tensor memory: metadata of a CTA that does not have 128 rows of A: no source covers it.",
        &["void allocate"],
    );
    let scaled = Case { kind: Kind::Mxf8f6f4, k: 128, form: CtaForm::Two, n: 128, ..PLAIN };
    without(
        scaled,
        "Not generated: copies of scale factors: sources disagree on where they are for two CTAs and M = 128.",
        &["void allocate", "void copy_scales"],
    );
    without(
        Case { pack: Pack::Bits16, ..PLAIN },
        "Not generated: reading D: .pack::16b takes the low 16 bits of a column, of which D has 32.",
        &["void read_d"],
    );
    without(
        Case { d_lane: Alignment::Sixteen, ..PLAIN },
        "Not generated: reading D: D fills all lanes, so that it is in lanes from 0 on.",
        &["void read_d"],
    );
    without(
        Case { d_column: 480, ..PLAIN },
        "Not generated: tensor memory: 544 columns are more than tensor memory has: 512.",
        &["void allocate"],
    );
    let wide = Case { kind: Kind::Mxf4nvf4, n: 256, k: 4096, ..PLAIN };
    without(
        wide,
        "Not generated: tensor memory: 1024 columns are more than tensor memory has: 512.",
        &["void allocate"],
    );
    // No instruction: no file.
    let refused = |case: Case| case.try_code(Language::Cuda, "tile").unwrap_err();
    let stationary = Case { form: CtaForm::WeightStationary, kind: Kind::Mxf8f6f4, k: 128, ..PLAIN };
    assert!(refused(stationary).contains("Kind mxf8f6f4 has no .ws form"));
    let narrow = Case { form: CtaForm::WeightStationary, n: 96, ..PLAIN };
    assert!(refused(narrow).contains("N = 96 is not a shape of kind f16"));
}

/// CuTe's allocator, fragment and copies, which CUTLASS 4.2 compiles to the same instructions; and where it has no copy.
#[test]
fn cute_reads_d_by_the_chosen_load() {
    let code = |case: Case| case.code(Language::Cute, "tile").replace("\n// ", " ");
    for (load, name) in [
        (LoadShape::S32x32b, "32dp32b32x"),
        (LoadShape::S16x64b, "16dp64b32x"),
        (LoadShape::S16x128b, "16dp128b16x"),
        (LoadShape::S16x256b, "16dp256b8x"),
    ] {
        let code = code(Case { load, ..PLAIN });
        assert!(code.contains(&format!("using LoadOfD = cute::SM100_TMEM_LOAD_{name};")), "{code}");
        assert!(code.contains("constexpr int kAllocatedColumns = 64;"), "{code}");
        assert!(code.contains("using ShapeOfD = cute::Shape<cute::Int<128>, cute::Int<64>>;"), "{code}");
    }
    let half = code(Case { m: 64, ..PLAIN });
    assert!(
        half.contains("Not generated: reading D: CuTe's loads of 32 lanes need all lanes of a warp"),
        "{half}"
    );
    assert!(!half.contains("void read_d"), "{half}");
    let packed = Case { accumulator: Some(Accumulator::F16), pack: Pack::Bits16, d_column: 32, ..PLAIN };
    let packed = code(packed);
    assert!(
        packed.contains("using LoadOfD = cute::SM100_TMEM_LOAD_32dp32b32x_16b;")
            && packed.contains("constexpr int kAllocatedColumns = 128;")
            && packed.contains("constexpr int kColumnOfD = 32;"),
        "{packed}"
    );
}

/// CuTe's atoms as CUTLASS 4.2 names them, and what it has for a pair of CTAs and for scale factors; a comment where it has nothing.
#[test]
fn cute_has_the_atom_of_each_form_or_says_that_there_is_none() {
    let has = |case: Case, parts: &[&str]| {
        let code = case.code(Language::Cute, "tile").replace("\n// ", " ");
        for part in parts {
            assert!(code.contains(part), "{case:?}: no {part} in\n{code}");
        }
        code
    };
    let pair = Case { form: CtaForm::Two, m: 256, n: 128, ..PLAIN };
    for (kind, k, atom) in [
        (Kind::F16, 64, "F16BF16_2x1SM_SS<cutlass::half_t, cutlass::half_t, float, 256, 128,"),
        (Kind::Tf32, 32, "TF32_2x1SM_SS<cutlass::tfloat32_t, cutlass::tfloat32_t, float, 256, 128,"),
        (Kind::I8, 128, "S8_2x1SM_SS<uint8_t, uint8_t, int32_t, 256, 128,"),
        (
            Kind::F8f6f4,
            128,
            "F8F6F4_2x1SM_SS, cutlass::float_e4m3_t, cutlass::float_e4m3_t, float, cute::C<256>, cute::C<128>,",
        ),
    ] {
        has(
            Case { kind, k, ..pair },
            &[
                &format!("cute::SM100_MMA_{atom}"),
                "cute::TMEM::Allocator2Sm allocator;",
                "using ReadOfA = cute::Shape<cute::Int<128>,",
                "using ReadOfB = cute::Shape<cute::Int<64>,",
                "using ShapeOfD = cute::Shape<cute::Int<256>, cute::Int<128>>;",
                "void read_d(uint32_t address, int rank, int thread, Store store) {",
                "static_assert(kColumnsOf<decltype(fragment_of_d(0))> == 128, \"columns of D\");",
            ],
        );
    }
    let scaled = Case { n: 256, k: 256, ..PLAIN };
    for (form, kind, vec, atom, copy) in [
        (
            CtaForm::One,
            Kind::Mxf8f6f4,
            32,
            "MXF8F6F4_SS<cutlass::float_e4m3_t, cutlass::float_e4m3_t, float, ElementOfScales, 128, 256,",
            "1cta",
        ),
        (
            CtaForm::Two,
            Kind::Mxf8f6f4,
            32,
            "MXF8F6F4_2x1SM_SS<cutlass::float_e4m3_t, cutlass::float_e4m3_t, float, ElementOfScales, 256, 256,",
            "2cta",
        ),
        (
            CtaForm::One,
            Kind::Mxf4,
            32,
            "MXF4_SS<cutlass::float_e2m1_t, cutlass::float_e2m1_t, float, ElementOfScales, 128, 256, 32,",
            "1cta",
        ),
        (
            CtaForm::Two,
            Kind::Mxf4nvf4,
            16,
            "MXF4_2x1SM_SS<cutlass::float_e2m1_t, cutlass::float_e2m1_t, float, ElementOfScales, 256, 256, 16,",
            "2cta",
        ),
    ] {
        let m = 128 * form.ctas();
        let factors = 256 / vec;
        // 4 columns for each 128 rows × 4 factors.
        let [of_a, of_b] = [1, 2].map(|groups| factors / 4 * groups * 4);
        has(
            Case { form, kind, m, ..scaled },
            &[
                &format!("cute::SM100_MMA_{atom}"),
                &format!(
                    "using ElementOfScales = cutlass::float_{};",
                    if vec == 16 { "ue4m3_t" } else { "ue8m0_t" }
                ),
                &format!("using ScaleConfig = cutlass::detail::Sm1xxBlockScaledConfig<{vec}>;"),
                &format!("using Copy = SM100_UTCCP_4x32dp128bit_{copy};"),
                "gemm(mma.with(mma.accumulate_, of_a(_, _, k), of_b(_, _, k)),",
                &format!("kColumnOfScalesOfA = 256, kColumnOfScalesOfB = {};", 256 + of_a),
                &format!(
                    "static_assert(kColumnsOf<decltype(scales_of_a(0))> == {of_a}, \"columns of SFA\");"
                ),
                &format!(
                    "static_assert(kColumnsOf<decltype(scales_of_b(0))> == {of_b}, \"columns of SFB\");"
                ),
            ],
        );
    }
    for (case, why) in [
        (Case { form: CtaForm::WeightStationary, ..PLAIN }, "CuTe has no atom for .ws."),
        (
            Case { kind: Kind::Mxf4nvf4, vec: ScaleVec::V32, ..scaled },
            "CuTe's atom with a factor for each 32 elements is of kind::mxf4.",
        ),
        (
            Case { kind: Kind::Mxf8f6f4, form: CtaForm::Two, n: 128, k: 128, ..PLAIN },
            "sources disagree on where they are for two CTAs and M = 128.",
        ),
        (
            Case { kind: Kind::Mxf8f6f4, n: 128, k: 64, swizzle: Some(Swizzle::B64), ..PLAIN },
            "CUTLASS's layouts of scale factors have 4 of each row, or a multiple.",
        ),
    ] {
        let why = format!("Not generated: the instruction, multiply and D: {why} The CUDA form has them.");
        let code = has(case, &[&why, "using SharedLayout ="]);
        for function in ["multiply(", "fragment_of_d(", "read_d("] {
            assert!(!code.contains(function), "{function}: {code}");
        }
    }
}

/// D of several blocks is one fragment, in which CuTe places each.
#[test]
fn cute_places_the_d_of_several_blocks() {
    for (operand, shape, block) in [
        (Operand::A, "cute::Int<256>, cute::Int<64>", "d(_, block, _0{})"),
        (Operand::B, "cute::Int<128>, cute::Int<128>", "d(_, _0{}, block)"),
    ] {
        let code = Case { operand, blocks: 2, ..PLAIN }.code(Language::Cute, "tile");
        for part in [
            &format!("using ShapeOfD = cute::Shape<{shape}>;"),
            &format!("auto const one = {block};"),
            "constexpr int kColumnOfD = 0, kColumnsOfD = kColumnsOf<decltype(fragment_of_d(0))>;",
        ] {
            assert!(code.contains(part), "no {part} in\n{code}");
        }
        assert!(!code.contains("Not generated"), "{code}");
    }
}
