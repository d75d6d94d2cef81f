//! Calls of the functions that set up descriptors, each with the 64 bits that the function itself would make.

use swizzle_core::{Arch, Element, Major, Operand, Swizzle};
use swizzle_parse::{PasteChoice, Pasted, shown_from_paste};
use swizzle_view::Shown;

use crate::paste::GUESS;

/// The unspecified start: the address of a fresh page, 0x400, as a field value.
const START: u64 = 0x400 >> 4;

fn read(text: &str) -> Pasted {
    shown_from_paste(text, &GUESS, &Shown::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The fields of both architectures, packed by hand: start, LBO and SBO in units of 16 bytes, and the code of the mode.
fn wgmma(start: u64, lbo: u64, sbo: u64, code: u64) -> u64 {
    start | lbo << 16 | sbo << 32 | code << 62
}

fn tcgen05(start: u64, lbo: u64, sbo: u64, code: u64) -> u64 {
    start | lbo << 16 | sbo << 32 | 1 << 46 | code << 61
}

#[test]
fn each_builder_has_the_order_and_the_units_of_its_own_arguments() {
    for (text, raw) in [
        // TileLang: units; code of the field.
        (
            "tl::initialize_tcgen05_descriptor(desc_q, (&(((half_t*)q)[0])), 1, 64, 0, 0, 2);",
            tcgen05(START, 1, 64, 2),
        ),
        (
            "tl::initialize_tcgen05_descriptor(d, (&(((signed char*)a)[0])), 1, 32, 0, 0, 4);",
            tcgen05(START, 1, 32, 4),
        ),
        (
            "T.initialize_tcgen05_descriptor(desc, p, int(8192 >> 4), int(1024 >> 4), 0, False, int(2))",
            tcgen05(START, 512, 64, 2),
        ),
        (
            "T.initialize_tcgen05_descriptor(desc, start_address=p, leading_byte_offset=8, stride_byte_offset=16)",
            tcgen05(START, 8, 16, 0),
        ),
        (
            "T.initialize_tcgen05_descriptor(desc, p, 1, 64, 3, True, 2)",
            tcgen05(START, 1, 64, 2) | 3 << 49 | 1 << 52,
        ),
        (
            "tl::initialize_wgmma_descriptor<1, 1, 64>(desc_a, (&(((bfloat16_t*)buf)[0])));",
            wgmma(START, 1, 64, 1),
        ),
        ("tl::initialize_wgmma_descriptor<3, 128, 16>(desc, p)", wgmma(START, 128, 16, 3)),
        ("T.initialize_wgmma_descriptor(desc, T.uint64(0), 2, 1, 32)", wgmma(0, 1, 32, 2)),
        (
            "TCGEN05DescriptorParams(swizzle_mode=4, leading_byte_offset=1, stride_byte_offset=32, swizzle_atom_elems=32, k_atom_size=2, elems_in_bytes=2, is_k_major=True)",
            tcgen05(START, 1, 32, 4),
        ),
        (
            "WGMMADescriptorParams(swizzle_mode=<SwizzleMode.SWIZZLE_64B: 2>, leading_byte_offset=1, stride_byte_offset=32, elems_in_bytes=1, is_k_major=True)",
            wgmma(START, 1, 32, 2),
        ),
        // DeepGEMM: bytes; SBO first on sm_100, LBO first with defaults on sm_90.
        (
            "make_smem_desc(cute::UMMA::LayoutType::SWIZZLE_128B, smem_a, 8 * 128, 0)",
            tcgen05(START, 0, 64, 2),
        ),
        (
            "auto d = mma::sm100::make_smem_desc(UMMA::LayoutType::SWIZZLE_128B_BASE32B, p, 512, 4096);",
            tcgen05(START, 256, 32, 1),
        ),
        ("make_smem_desc(smem_b[s] + k * WGMMA::K, 1)", wgmma(START, 0, 64, 1)),
        ("make_smem_desc(smem_b, 2, 0, 512)", wgmma(START, 0, 32, 2)),
        ("make_sf_desc(smem_sfa)", tcgen05(START, 0, 8, 0)),
        ("make_umma_desc<cute::UMMA::Major::K, 128, 64, 128>(smem_a, 0, 0)", tcgen05(START, 0, 64, 2)),
        (
            "make_umma_desc<cute::UMMA::Major::MN, 128, 64, 128>(smem_a, 0, 0)",
            tcgen05(START, 64 * 128 / 16, 64, 2),
        ),
        ("make_umma_desc<cute::UMMA::Major::MN, 128, 64, 16>(smem_a, 0, 0)", tcgen05(START, 8, 64, 0)),
        // SageAttention and fast.cu: bytes, of which the low four bits are lost.
        ("make_smem_desc<SwizzleMode::k128B, 1, 1024>(sQ + k)", wgmma(START, 0, 64, 1)),
        ("make_smem_desc<SWIZZLE_64B>(smem_a + 16, 0, 512)", wgmma(START, 0, 32, 2)),
        ("make_smem_desc(addr, 2048, 128)", wgmma(START, 128, 8, 1)),
        // Mojo: SBO first; bytes for tcgen05, units for wgmma.
        (
            "MMASmemDescriptor.create[8 * 16, 0, TensorMapSwizzle.SWIZZLE_NONE](sfa_smem)",
            tcgen05(START, 0, 8, 0),
        ),
        (
            "MMASmemDescriptor.create[1024, 16, TensorMapSwizzle.SWIZZLE_128B](a.ptr)",
            tcgen05(START, 1, 64, 2),
        ),
        ("MMASmemDescriptor.create[512, 1](a.ptr)", tcgen05(START, 0, 32, 0)),
        ("WGMMADescriptor.create[8, 64](operand_a.ptr)", wgmma(START, 64, 8, 0)),
        (
            "WGMMADescriptor[DType.bfloat16].create[64, 1, TensorMapSwizzle.SWIZZLE_128B](p)",
            wgmma(START, 1, 64, 1),
        ),
        // cuda-oxide: LBO first, bytes.
        (
            "Tcgen05SmemDescriptor::from_bytes(0x800, 16, 1024, Tcgen05SwizzleMode::Swizzle128B)",
            tcgen05(0x80, 1, 64, 2),
        ),
        (
            "Tcgen05SmemDescriptor::builder().address(0x2000).leading_dim_bytes(2048).stride_bytes(128).swizzle(Tcgen05SwizzleMode::None).build()",
            tcgen05(0x200, 128, 8, 0),
        ),
        (
            "Tcgen05SmemDescriptor::builder()\n    .address(a)\n    .stride_bytes(512)\n    .swizzle(Tcgen05SwizzleMode::Swizzle64B)\n    .build()",
            tcgen05(START, 0, 32, 4),
        ),
        (
            "Tcgen05SmemDescriptor::for_k_major(0x400, 128, 16, 2, Tcgen05SwizzleMode::None)",
            tcgen05(START, 128, 8, 0),
        ),
        ("build_smem_descriptor(smem_a, LBO, 128, 0)", tcgen05(START, 1, 8, 0)),
        // The CuTe DSL: bytes; LBO first.
        (
            "Tcgen05SmemDesc.build(smem_a, leading_byte_offset=16, stride_byte_offset=1024, layout=Tcgen05SmemSwizzle.SWIZZLE_128B)",
            tcgen05(START, 1, 64, 2),
        ),
        ("prims.Tcgen05SmemDesc.build(0x4000, 16, 512, 0, 4)", tcgen05(0x400, 1, 32, 4)),
        (
            "prims.WgmmaSmemDesc.build(s, leading_byte_offset=16, stride_byte_offset=256, layout=WgmmaSwizzle.SWIZZLE_32B)",
            wgmma(START, 1, 16, 3),
        ),
        ("nvvm.tcgen05.mma_smem_desc(addr >> 4, 1, 64, 0, 0, 2)", tcgen05(START, 1, 64, 2)),
        // TVM: units, and the modes of a tensor map.
        ("T.ptx.tcgen05.encode_matrix_descriptor(T.address_of(d), p, 1, 64, 3)", tcgen05(START, 1, 64, 2)),
        ("T.ptx.wgmma.encode_matrix_descriptor(d, p, ldo=1, sdo=32, swizzle=2)", wgmma(START, 1, 32, 2)),
        ("T.encode_matrix_descriptor(d.data, p, 512, 64, swizzle=3)", wgmma(START, 512, 64, 1)),
        // TensorRT-LLM: the K offset is LBO.
        ("gmma::makeMatDesc(nullptr, 0, 128 * 8, gmma::SwizzleMode::k128).raw()", wgmma(START, 0, 64, 1)),
        ("gmma::makeMatDesc(&smem.a, 16, 512, &smem.a, gmma::SwizzleMode::k64)", wgmma(START, 1, 32, 2)),
        // JAX: bytes.
        ("mma_utils.encode_descriptor(load_ptr, 0, 8 * 16, swizzle=None)", wgmma(START, 0, 8, 0)),
    ] {
        let given = read(text).shown.said.given.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(format!("{given}"), format!("0x{raw:016x}"), "{text}");
    }
}

#[test]
fn a_start_that_is_not_said_is_said_to_be_assumed() {
    for (text, is_said) in [
        ("MMASmemDescriptor.create[1024, 16, TensorMapSwizzle.SWIZZLE_128B](a.ptr)", false),
        ("Tcgen05SmemDescriptor::from_bytes(0x800, 16, 1024, Tcgen05SwizzleMode::Swizzle128B)", true),
    ] {
        let notice = read(text).notices.into_iter().find(|notice| notice.part == "start");
        assert_eq!(notice.is_none(), is_said, "{text}");
        if let Some(notice) = notice {
            assert_eq!(notice.why, "not specified; 0x400 is inferred");
        }
    }
}

#[test]
fn what_is_not_known_is_named_and_the_rest_is_read() {
    let pasted = read("tl::initialize_tcgen05_descriptor(desc, p, lbo, 64, 0, 0, mode)");
    let parts: Vec<_> = pasted.notices.iter().map(|notice| &*notice.part).collect();
    assert_eq!(parts, ["LBO", "swizzle", "start"]);
    assert!(pasted.notices[0].why.contains("“lbo”"), "{}", pasted.notices[0].why);
    assert_eq!(pasted.shown.said.given.unwrap().decode().sbo_field, 64);
    // What the text sets is known.
    let pasted = read("constexpr int SBO = 8 * 64;\nauto d = make_smem_desc<SWIZZLE_64B>(p, 16, SBO);");
    assert_eq!(pasted.shown.said.given.unwrap().decode().sbo_field, 32);
    // A value that the field cuts is named, too.
    let pasted = read("make_smem_desc(smem, 1, 1, 1024)");
    assert!(pasted.notices[0].why.contains("divided by 16"), "{:?}", pasted.notices);
}

#[test]
fn types_and_majors_are_of_the_tile() {
    let tile = |text: &str| read(text).shown.said.tile;
    assert_eq!(
        tile("tl::initialize_tcgen05_descriptor(d, (&(((half_t*)q)[0])), 1, 64, 0, 0, 2);").element,
        Some(Element::F16)
    );
    let params = "TCGEN05DescriptorParams(swizzle_mode=2, leading_byte_offset=512, stride_byte_offset=64, elems_in_bytes=1, is_k_major=False)";
    assert_eq!((tile(params).element, tile(params).major), (Some(Element::E4m3), Some(Major::Mn)));
    let umma = tile("make_umma_desc<UMMA::Major::MN, 256, 64, 128>(p, 0, 0)");
    assert_eq!((umma.major, umma.mn), (Some(Major::Mn), Some(256)));
    let desc = read("auto d = make_gmma_desc<GMMA::Major::MN>(tCsA);");
    assert_eq!(desc.shown.said.tile.major, Some(Major::Mn));
    assert_eq!(desc.shown.spec().unwrap().reader().arch, Arch::Wgmma);
}

#[test]
fn of_two_calls_the_one_of_the_operand_asked_for_is_read() {
    let text = "tl::initialize_tcgen05_descriptor(desc_a, p, 1, 64, 0, 0, 2);\n\
                tl::initialize_tcgen05_descriptor(desc_b, q, 512, 64, 0, 0, 2);";
    let pasted = read(text);
    assert_eq!(pasted.shown.said.given.unwrap().decode().lbo_field, 1);
    assert_eq!(pasted.shown.said.reader.operand, Some(Operand::A));
    let (label, choice) = pasted.others.last().unwrap();
    assert_eq!((&**label, choice.operand), ("operand B", Some(Operand::B)));
    let other = shown_from_paste(text, choice, &Shown::default()).unwrap();
    assert_eq!(other.shown.said.given.unwrap().decode().lbo_field, 512);
}

#[test]
fn a_chain_of_ors_sets_its_fields() {
    for (text, raw, arch) in [
        (
            "uint64_t desc = 0x0000000000000000;\ndesc |= matrix_descriptor_encode(addr);\ndesc |= matrix_descriptor_encode((uint64_t)16) << 16;\ndesc |= matrix_descriptor_encode((uint64_t)1024) << 32;\ndesc |= 1llu << 62;",
            wgmma(START, 1, 64, 1),
            Arch::Wgmma,
        ),
        (
            "desc |= matrix_descriptor_encode((uint64_t)32) << 16; desc |= matrix_descriptor_encode((uint64_t)512) << 32; desc |= 2llu << 62;",
            wgmma(START, 2, 32, 2),
            Arch::Wgmma,
        ),
        (
            "desc |= UInt64(32) << 32; desc |= UInt64(1) << 46; desc |= UInt64(4) << 61",
            tcgen05(START, 1, 32, 4),
            Arch::Tcgen05,
        ),
        (
            "return desc_encode(a) | (desc_encode(128*16) << 16ULL) | (desc_encode(8*16) << 32ULL) | (0b001ULL << 46ULL);",
            tcgen05(START, 128, 8, 0),
            Arch::Tcgen05,
        ),
        // The place of the code says which, and bit 46 is what is missing.
        ("(2ULL << 61) | (64ULL << 32) | (1ULL << 16) | 0x40", wgmma(START, 1, 64, 1), Arch::Tcgen05),
        (
            "desc.lo = ((0x800 & 0x3FFFF) >> 4) | (1 << 16);\ndesc.hi = 64 | (1 << 30);",
            wgmma(0x80, 1, 64, 1),
            Arch::Wgmma,
        ),
        (
            "desc.reg32_[0] = (smem >> 4) | (1u << 16);\ndesc.reg32_[1] = 32u | (1u << 14) | (4u << 29);",
            tcgen05(START, 1, 32, 4),
            Arch::Tcgen05,
        ),
    ] {
        let given = read(text).shown.said.given.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(format!("{given}"), format!("0x{raw:016x}"), "{text}");
        assert_eq!(given.arch(), arch, "{text}");
    }
}

#[test]
fn a_choice_of_the_architecture_reads_the_code_as_its_own() {
    let choice = PasteChoice { arch: Some(Arch::Tcgen05), ..GUESS };
    let read = shown_from_paste("make_smem_desc(p, 16, 1024, 2)", &choice, &Shown::default());
    let given = read.unwrap().shown.said.given.unwrap();
    assert_eq!(given.decode().swizzle, Ok(Swizzle::B128));
}

#[test]
fn members_take_what_stands_on_their_right() {
    for (text, raw) in [
        (
            "desc.stride_byte_offset_ = 1024 >> 4; desc.leading_byte_offset_ = 0; desc.version_ = 1; desc.layout_type_ = 2;",
            tcgen05(START, 0, 64, 2),
        ),
        (
            "desc.layout_type_ = static_cast<uint8_t>(cute::UMMA::LayoutType::SWIZZLE_64B); desc.stride_byte_offset_ = 512 >> 4; desc.version_ = 1;",
            tcgen05(START, 1, 32, 4),
        ),
        (
            "GmmaDescriptor desc;\ndesc.bitfield.start_address_ = cute::cast_smem_ptr_to_uint(p) >> 4;\ndesc.bitfield.layout_type_ = uint8_t(GMMA::LayoutType::B32);\ndesc.bitfield.leading_byte_offset_ = 1;\ndesc.bitfield.stride_byte_offset_ = (8 * 32) >> 4;\ndesc.bitfield.base_offset_ = 0;",
            wgmma(START, 1, 16, 3),
        ),
        (
            "UMMA::SmemDescriptor desc = { .start_address_ = 0x800 >> 4, .leading_byte_offset_ = 16 >> 4, .stride_byte_offset_ = 64, .version_ = 1, .layout_type_ = uint8_t(UMMA::LayoutType::SWIZZLE_128B) };",
            tcgen05(0x80, 1, 64, 2),
        ),
        (
            "desc.swizzlingMode = 1;\ndesc.leadDimensionBaseOffset = 16 >> 4;\ndesc.strideDimensionBaseOffset = 1024 >> 4;",
            wgmma(START, 1, 64, 1),
        ),
        (
            "MatDesc d{ .dimKOffset = MatDesc::encode(0), .dimMNOffset = MatDesc::encode(1024), .baseOffset = 0, };",
            wgmma(START, 0, 64, 1),
        ),
    ] {
        let given = read(text).shown.said.given.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(format!("{given}"), format!("0x{raw:016x}"), "{text}");
    }
    let pasted = read("desc.stride_byte_offset_ = sbo >> 4; desc.layout_type_ = 1 << 1;");
    assert_eq!(pasted.notices[0].part, "stride_byte_offset_");
}
