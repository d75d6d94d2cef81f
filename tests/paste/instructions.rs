//! Instruction descriptors of tcgen05 as code sets them up, each with bits packed by hand.

use swizzle_core::{Arch, Element, Major, Operand};
use swizzle_parse::Destination;
use swizzle_parse::{PasteChoice, Pasted, shown_from_paste};
use swizzle_view::Shown;

use crate::paste::GUESS;

fn read(text: &str) -> Pasted {
    shown_from_paste(text, &GUESS, &Shown::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn raw(text: &str) -> (u32, &'static str) {
    use swizzle_core::Named as _;
    match read(text).goes_to {
        Some(Destination::Instruction(idesc)) => (idesc.raw(), idesc.kind().name()),
        other => panic!("{text}: {other:?}"),
    }
}

/// D at bit 4, A at 7, B at 10, N / 8 at 17, M / 16 at 24.
fn plain(d: u32, a: u32, b: u32, n: u32, m: u32) -> u32 {
    d << 4 | a << 7 | b << 10 | (n / 8) << 17 | (m / 16) << 24
}

#[test]
fn each_builder_packs_its_own_arguments() {
    for (text, bits, kind) in [
        (
            "Tcgen05InstrDesc.build(c_dtype=Float32, a_dtype=BFloat16, b_dtype=BFloat16, m_dim=64, n_dim=32)",
            plain(1, 1, 1, 32, 64),
            "f16",
        ),
        (
            "idesc = prims.Tcgen05InstrDesc.build(c_dtype=cutlass.Float32, a_dtype=cutlass.Float16, b_dtype=cutlass.Float16, n_dim=256, m_dim=128, b_major=1)",
            plain(1, 0, 0, 256, 128) | 1 << 16,
            "f16",
        ),
        (
            "Tcgen05InstrDesc.build(0, 0, 0, 0, cutlass.Float32, cutlass.Float8E4M3FN, cutlass.Float8E5M2, 0, 0, 0, 0, 64, 128)",
            plain(1, 0, 1, 64, 128),
            "f8f6f4",
        ),
        (
            "Tcgen05InstrDesc.build(c_dtype=Int32, a_dtype=Int8, b_dtype=Uint8, m_dim=128, n_dim=64)",
            plain(2, 1, 0, 64, 128),
            "i8",
        ),
        (
            "Tcgen05InstrDesc.build(c_dtype=Float32, a_dtype=Float32, b_dtype=Float32, m_dim=128, n_dim=8)",
            plain(1, 2, 2, 8, 128),
            "tf32",
        ),
        (
            "Tcgen05MxInstrDesc.build(a_dtype=cutlass.Float8E4M3FN, b_dtype=cutlass.Float4E2M1FN, scale_format=1, n_dim=128, m_dim=128, a_sf_id=1, b_sf_id=1)",
            5 << 10 | 16 << 17 | 1 << 23 | 8 << 24 | 1 << 29 | 1 << 4,
            "mxf8f6f4",
        ),
        (
            "cute::UMMA::make_instr_desc<cutlass::bfloat16_t, cutlass::bfloat16_t, float, 128, 256, UMMA::Major::K, UMMA::Major::MN>()",
            plain(1, 1, 1, 256, 128) | 1 << 16,
            "f16",
        ),
        (
            "UMMA::make_instr_desc<half_t, half_t, half_t, 64, 16, UMMA::Major::MN, UMMA::Major::K>()",
            plain(0, 0, 0, 16, 64) | 1 << 15,
            "f16",
        ),
        (
            "UMMA::make_instr_desc_block_scaled<cutlass::float_e4m3_t, cutlass::float_e4m3_t, float, cutlass::float_ue8m0_t, 128, 128, UMMA::Major::K, UMMA::Major::K>()",
            16 << 17 | 1 << 23 | 8 << 24,
            "mxf8f6f4",
        ),
        (
            "UMMA::make_instr_desc_block_scaled<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 256, 128, UMMA::Major::K, UMMA::Major::K>()",
            1 << 7 | 1 << 10 | 16 << 17 | 16 << 24,
            "mxf4nvf4",
        ),
        (
            "UMMAInsDescriptor[UMMAKind.KIND_F16].create[DType.float32, DType.bfloat16, DType.bfloat16, Index[dtype = DType.uint32](64, 128), transpose_b=True]()",
            plain(1, 1, 1, 128, 64),
            "f16",
        ),
        (
            "UMMAInsDescriptor[UMMAKind.KIND_F8F6F4].create[DType.float32, DType.float8_e4m3fn, DType.float8_e4m3fn, Index(128, 64), transpose_b=False]()",
            plain(1, 0, 0, 64, 128) | 1 << 16,
            "f8f6f4",
        ),
        (
            "Tcgen05InstructionDescriptor::builder()\n    .shape(Tcgen05MmaShape::M128_N64)\n    .element_type(Tcgen05ElementType::BF16)\n    .accumulator_type(Tcgen05AccumulatorType::F32)\n    .transpose_b(true)\n    .build()\n    .raw()",
            plain(1, 1, 1, 64, 128) | 1 << 16,
            "f16",
        ),
        (
            "Tcgen05InstructionDescriptor::new_f8(Tcgen05MmaShape::M128_N128, Tcgen05F8ElementType::E4M3, Tcgen05F8ElementType::E4M3, Tcgen05AccumulatorType::F32)",
            0x0820_0010,
            "f8f6f4",
        ),
        (
            "T.cuda.tcgen05.encode_instr_descriptor(T.address_of(di), d_dtype=\"float32\", a_dtype=\"float8_e4m3fn\", b_dtype=\"float8_e4m3fn\", M=64, N=8, K=32, trans_a=False, trans_b=True, n_cta_groups=1)",
            plain(1, 0, 0, 8, 64) | 1 << 16,
            "f8f6f4",
        ),
        (
            "get_tcgen5_instr_desc(128, 256, 16, DataType(\"bfloat16\"), DataType(\"float32\"), True, False, 1, 1)",
            plain(1, 1, 1, 256, 128) | 1 << 16,
            "f16",
        ),
        // Members are raw fields.
        (
            "a_format_ = 1; b_format_ = 1; c_format_ = 1; n_dim_ = 16; m_dim_ = 8;",
            plain(1, 1, 1, 128, 128),
            "f16",
        ),
        (
            "desc.a_format_ = uint8_t(UMMA::F16F32Format::BF16);\ndesc.b_format_ = uint8_t(UMMA::F16F32Format::BF16);\ndesc.c_format_ = uint8_t(UMMA::CFormat::F32);\ndesc.m_dim_ = 128 >> 4;\ndesc.n_dim_ = 64 >> 3;\ndesc.b_major_ = uint8_t(UMMA::Major::MN);",
            plain(1, 1, 1, 64, 128) | 1 << 16,
            "f16",
        ),
        (
            "InstrDescriptor d = { .c_format_ = 1, .a_format_ = 2, .b_format_ = 2, .n_dim_ = 4, .m_dim_ = 8 };",
            plain(1, 2, 2, 32, 128),
            "tf32",
        ),
    ] {
        let (found, of) = raw(text);
        assert_eq!((format!("0x{found:08x}"), of), (format!("0x{bits:08x}"), kind), "{text}");
    }
}

#[test]
fn it_says_the_operand_and_the_reader() {
    let text = "Tcgen05InstrDesc.build(c_dtype=Float32, a_dtype=BFloat16, b_dtype=BFloat16, m_dim=64, n_dim=32, b_major=1)";
    let said = read(text).shown.said;
    assert_eq!((said.reader.arch, said.reader.rows), (Some(Arch::Tcgen05), Some(64)));
    assert_eq!((said.tile.element, said.tile.major), (Some(Element::Bf16), Some(Major::K)));
    let choice = PasteChoice { operand: Some(Operand::B), ..GUESS };
    let said = shown_from_paste(text, &choice, &Shown::default()).unwrap().shown.said;
    assert_eq!((said.reader.rows, said.tile.major), (Some(32), Some(Major::Mn)));
}

#[test]
fn what_is_not_known_is_named_and_what_no_kind_has_is_refused() {
    let pasted = read(
        "Tcgen05InstrDesc.build(c_dtype=Float32, a_dtype=cfg.io_dtype, b_dtype=BFloat16, n_dim=cfg.b_t, m_dim=128)",
    );
    let parts: Vec<_> = pasted.notices.iter().map(|notice| &*notice.part).collect();
    assert_eq!(parts, ["a_dtype", "n_dim"]);
    let error = shown_from_paste(
        "make_instr_desc<half_t, half_t, int32_t, 128, 64, UMMA::Major::K, UMMA::Major::K>()",
        &GUESS,
        &Shown::default(),
    );
    assert!(
        error.unwrap_err().message.contains("kind f16 has no code for it"),
        "a type of D that the kind does not have"
    );
}
