//! What CuTe, Triton, a debugger and an assembler print, with its meaning worked out by hand.

use swizzle_core::{Arch, Element, Major, Operand, Order, Swizzle};
use swizzle_lints::findings_from_spec;
use swizzle_parse::Destination;
use swizzle_parse::{PasteChoice, Pasted, shown_from_paste};
use swizzle_view::Shown;

use crate::paste::GUESS;

fn read(text: &str) -> Pasted {
    shown_from_paste(text, &GUESS, &Shown::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn types_and_swizzles_of_a_pointer_are_read() {
    for (text, element, operand) in [
        (
            "!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"((8,16),(64,2)):((64,512),(1,8192))\">",
            Some(Element::F16),
            None,
        ),
        (
            "sB: tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o ((8,16),(64,2)):((64,512),(1,8192))>",
            Some(Element::F16),
            Some(Operand::B),
        ),
        (
            "tensor<ptr<i8, smem, align<1024>, S<3,4,3>> o ((8,16),(128,1)):((128,1024),(1,0))>",
            Some(Element::S8),
            None,
        ),
        (
            "sA : Sw<3,4,3>_smem_ptr[16b](0x7f0a94000400) o ((_8,_16),(_64,_2)):((_64,_512),(_1,_8192))",
            None,
            Some(Operand::A),
        ),
        (
            "ptr[16b](0x7f0a94000400) o Sw<3,4,3>_smem o ((_8,_16),(_64,_2)):((_64,_512),(_1,_8192))",
            None,
            None,
        ),
        ("Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_2)):((_64,_512),(_1,_8192))", None, None),
        (
            "tCsA:\tSw<3,4,3>_smem_ptr[16b](SMEM_ADDR_A) o ((_128,_16),_1,_4):((_64,_1),_0,_16)",
            None,
            Some(Operand::A),
        ),
    ] {
        let pasted = read(text);
        let said = pasted.shown.said;
        assert_eq!((said.tile.major, said.tile.swizzle), (Some(Major::K), Some(Swizzle::B128)), "{text}");
        assert_eq!((said.tile.element, said.reader.operand), (element, operand), "{text}");
        assert_eq!(said.tile.mn, Some(128), "{text}");
        let unread = pasted.notices.iter().any(|notice| notice.why == "was not read");
        assert!(!unread, "{text}: {:?}", pasted.notices);
    }
}

#[test]
fn a_layout_that_no_descriptor_reads_is_rows_that_say_so() {
    let text = "tensor<ptr<i8, smem, align<1024>> o ((64,1),(8,8),(1,4)):((1,0),(64,512),(0,4096))>";
    let tile = read(text).shown.said.tile;
    assert_eq!((tile.element, tile.major, tile.row_bytes), (Some(Element::S8), Some(Major::Mn), Some(64)));
    assert_eq!((tile.mn, tile.k, tile.stages), (Some(64), Some(64), Some(4)));
    let found = findings_from_spec(&read(text).shown.spec().expect("a picture"));
    assert!(found.iter().any(|one| one.id == "plain-rows"), "{found:?}");
    let pasted = read("tensor<ptr<f16, gmem, align<16>> o ((8,16),8):((8,64),1)>");
    assert!(pasted.notices.iter().any(|notice| notice.part == "gmem"));
}

#[test]
fn tiles_of_atoms_are_said() {
    for (text, element, major, swizzle, extents, stages, arch, order) in [
        (
            "tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, Shape<_128,_64>{})",
            Element::Bf16,
            Major::K,
            Swizzle::B128,
            (128, 64),
            None,
            Arch::Wgmma,
            Order::Mn,
        ),
        (
            "tile_to_shape(UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>{}, Shape<_128,_32>{})",
            Element::Tf32,
            Major::Mn,
            Swizzle::B128Atom32,
            (128, 32),
            None,
            Arch::Tcgen05,
            Order::Mn,
        ),
        (
            "auto sB = tile_to_shape(GMMA::Layout_MN_SW64_Atom<half_t>{}, make_shape(Int<256>{}, _64{}, Int<3>{}), Step<_2,_1,_3>{});",
            Element::F16,
            Major::Mn,
            Swizzle::B64,
            (256, 64),
            Some(3),
            Arch::Wgmma,
            Order::K,
        ),
        (
            "cute.tile_to_shape(tcgen05.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.K_SW32, cutlass.Float8E4M3FN), (128, 128), order=(0, 1))",
            Element::E4m3,
            Major::K,
            Swizzle::B32,
            (128, 128),
            None,
            Arch::Tcgen05,
            Order::Mn,
        ),
        (
            "constexpr int BM = 64;\nusing L = decltype(tile_to_shape(GMMA::Layout_K_INTER_Atom<cutlass::float_e5m2_t>{}, Shape<Int<BM>, Int<2 * 32>>{}));",
            Element::E5m2,
            Major::K,
            Swizzle::None,
            (64, 64),
            None,
            Arch::Wgmma,
            Order::Mn,
        ),
    ] {
        let pasted = read(text);
        let said = pasted.shown.said;
        assert_eq!(
            (said.tile.element, said.tile.major, said.tile.swizzle),
            (Some(element), Some(major), Some(swizzle)),
            "{text}"
        );
        assert_eq!(
            (said.tile.mn, said.tile.k, said.tile.stages),
            (Some(extents.0), Some(extents.1), stages),
            "{text}"
        );
        assert_eq!((said.reader.arch, said.tile.order), (Some(arch), Some(order)), "{text}");
    }
    let pasted = read("tile_to_shape(GMMA::Layout_K_SW128_Atom<TA>{}, make_shape(bM, bK))");
    let parts: Vec<_> = pasted.notices.iter().map(|notice| &*notice.part).collect();
    assert_eq!(parts.len(), 3, "{parts:?}");
}

#[test]
fn layouts_of_triton_are_said() {
    for (text, swizzle, major, bits) in [
        (
            "NVMMASharedLayout(swizzle_byte_width=64, element_bitwidth=16, rank=2, transposed=False)",
            Swizzle::B64,
            Major::K,
            16,
        ),
        ("gl.NVMMASharedLayout(128, 8, 2, True)", Swizzle::B128, Major::Mn, 8),
        (
            "#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>",
            Swizzle::B64,
            Major::K,
            16,
        ),
        (
            "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 32, rank = 3}>",
            Swizzle::B32,
            Major::Mn,
            32,
        ),
        (
            "ttg.nvmma_shared<{swizzlingByteWidth=0, transposed=false, elementBitWidth=16, fp4Padded=false}>",
            Swizzle::None,
            Major::K,
            16,
        ),
    ] {
        let spec = read(text).shown.spec().unwrap();
        let tile = spec.tile();
        assert_eq!((tile.swizzle, tile.major, tile.element.slot_bits()), (swizzle, major, bits), "{text}");
    }
}

#[test]
fn an_iterator_of_descriptors_is_a_tile() {
    let pasted = read("GMMA::DescriptorIterator o (_1,_2,(_4,_2),(_1,_2)):(_0,_1024,(_2,_2048),(_0,_4096))");
    let tile = pasted.shown.said.tile;
    assert_eq!(
        (tile.mn, tile.k, tile.major, tile.swizzle),
        (Some(256), Some(128), Some(Major::K), Some(Swizzle::B128))
    );
    assert_eq!((tile.stages, tile.stage_bytes), (Some(2), Some(65536)));
    for part in
        ["units of 16 bytes", "K step 2 ", "K column 2048 ", "block 1024 ", "stage 4096 ", "2 warpgroups"]
    {
        assert!(pasted.what.contains(part), "{part}: {}", pasted.what);
    }
    let pasted = read("tCrA:   UMMA::DescriptorIterator o (_1,_1,_4):(_0,_0,_2)");
    assert_eq!(pasted.shown.said.tile.k, Some(64));
    assert_eq!(pasted.shown.said.reader.operand, Some(Operand::A));
    let pasted = read("GMMA::DescriptorIterator o (_1,_2,_4,_3):(_0,_64,_256,_1024)");
    assert_eq!(pasted.shown.said.tile.mn, None);
}

#[test]
fn descriptors_of_both_operands_and_an_instruction_descriptor_stand_in_one_line() {
    let text = "desc_a=0x4000404000010040 desc_b=0x4000404000010840 idesc=0x08200490";
    let pasted = read(text);
    for part in [
        "0x4000404000010040 (start 0x400)",
        "0x4000404000010840 (start 0x8400)",
        "0x08200490",
        "M 128, N 128",
        "bf16 × bf16 → f32",
    ] {
        assert!(pasted.what.contains(part), "{part}: {}", pasted.what);
    }
    assert!(matches!(pasted.goes_to, Some(Destination::Instruction(idesc)) if idesc.raw() == 0x0820_0490));
    assert_eq!(pasted.shown.said.given.unwrap().raw(), 0x4000_4040_0001_0040);
    let choice = PasteChoice { operand: Some(Operand::B), ..GUESS };
    let other = shown_from_paste(text, &choice, &Shown::default()).unwrap().shown.said;
    assert_eq!((other.given.unwrap().raw(), other.reader.operand), (0x4000_4040_0001_0840, Some(Operand::B)));
    let pasted = read("idesc: 136316048");
    assert!(matches!(pasted.goes_to, Some(Destination::Instruction(idesc)) if idesc.raw() == 0x0820_0490));
}

#[test]
fn a_line_of_an_instruction_says_the_reader() {
    let text = "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1,%f2}, %rd1, %rd2, p, 1, 1, 0, 1;";
    let pasted = read(text);
    for part in ["A f16 K-major 64 × 16", "B f16 N-major 128 × 16"] {
        assert!(pasted.what.contains(part), "{part}: {}", pasted.what);
    }
    let said = pasted.shown.said;
    assert_eq!((said.reader.arch, said.reader.rows, said.given), (Some(Arch::Wgmma), Some(64), None));
    let choice = PasteChoice { operand: Some(Operand::B), ..GUESS };
    let said = shown_from_paste(text, &choice, &Shown::default()).unwrap().shown.said;
    assert_eq!((said.reader.rows, said.tile.major), (Some(128), Some(Major::Mn)));
    let pasted = read("tcgen05.mma.cta_group::1.kind::f16 [%r1], 0x4000404000010040, %rd2, 0x08200490, p;");
    assert_eq!(pasted.shown.said.given.unwrap().raw(), 0x4000_4040_0001_0040);
    assert!(pasted.what.contains("0x08200490"), "{}", pasted.what);
}

#[test]
fn a_print_of_a_tensor_map_goes_to_the_page_of_tma() {
    let text = "TMA Desc Addr:   0x7ffd7d2800c0\nformat         6\ndim            3\ngmem_address   0\nglobalDim      (1024,1024,1,1,1)\nglobalStrides  (2,2048,2097152,0,0)\nboxDim         (64,128,1,1,1)\nelementStrides (1,1,1,1,1)\ninterleave     0\nswizzle        3\nl2Promotion    0\noobFill        0\nError: Failed to initialize the TMA descriptor 1";
    let pasted = read(text);
    assert_eq!(pasted.shown, Shown::default());
    let link = pasted.goes_to.as_ref().and_then(Destination::link).unwrap();
    assert!(link.starts_with("#/memory/tma?") && link.contains("extents=1024,1024,1"), "{link}");
    assert!(pasted.what.contains("gmem_address is 0"), "{}", pasted.what);
    let pasted = read("box 64x128 bf16 CU_TENSOR_MAP_SWIZZLE_64B");
    assert!(pasted.what.contains("Refused"), "{}", pasted.what);
    assert!(pasted.goes_to.is_some());
}
