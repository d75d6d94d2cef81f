//! Texts as kernels, debuggers and compilers hold them, in their notation, and what they say.

use swizzle_core::{Arch, Coord, Element, Major, Said, SaidTile};
use swizzle_parse::{NumberAs, StrideUnit};
use swizzle_parse::{PasteChoice, Pasted, shown_from_paste};
use swizzle_view::Shown;

use super::GUESS;

/// A tile of two warpgroups and four steps at 0x400.
fn tile() -> Shown {
    Shown {
        said: Said {
            tile: SaidTile { start_bytes: Some(0x400), mn: Some(128), k: Some(64), ..SaidTile::default() },
            ..Said::default()
        },
        ..Shown::default()
    }
}

fn read(text: &str) -> Pasted {
    shown_from_paste(text, &GUESS, &tile()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn raws(text: &str) -> Vec<u64> {
    let given = read(text).shown.said.all_given();
    given.iter().map(|given| given.raw()).collect()
}

const D: u64 = 0x4000_0040_0001_0040;

#[test]
fn one_descriptor_in_the_notation_of_its_project() {
    for (text, raw) in [
        // cuda-gdb, print of a GmmaDescriptor.
        (
            "$1 = {desc_ = 4611686293305360448, reg32_ = {65600, 1073741888}, reg16_ = {64, 1, 64, 16384}, bitfield = {start_address_ = 64, leading_byte_offset_ = 1, stride_byte_offset_ = 64, base_offset_ = 0, layout_type_ = 1}}",
            D,
        ),
        // Its members alone.
        (
            "bitfield = {start_address_ = 64, leading_byte_offset_ = 1, stride_byte_offset_ = 64, base_offset_ = 0, layout_type_ = 1}",
            D,
        ),
        // CUTLASS, print(GmmaDescriptor).
        (
            "GmmaDescriptor: 0x4000004000010040\n  start_addr :  0x0040\n  leading_off:  0x0001 (1)\n  stride_off :  0x0040 (64)\n  base_offset:  0x0\n  layout_type:  0x1 (B128)\n",
            D,
        ),
        // LLVM IR and MLIR.
        ("  %5 = or i64 %4, 4611686293305360448", D),
        ("call void @use(i64 4611686293305360448, i32 0)", D),
        ("%c = llvm.mlir.constant(4611686293305360448 : i64) : i64", D),
        ("store i64 -4611686018427387904, ptr %p", 0xc000_0000_0000_0000),
        ("-9223371899415756672", 0x8000_0020_0001_0080),
        // Halves by name, in either order.
        ("hi=0x40000040 lo=0x00010040", D),
        ("desc.lo = 0x00010040; desc.hi = 0x40000040;", D),
        ("lo: 65600, hi: 1073741888", D),
        ("hi = 40000040\nlo = 00010040", D),
        ("desc.x = 0x00010040u; desc.y = 0x40000040u;", D),
        // Triton.
        (
            "desc.baseAddress = 64; desc.leadDimensionBaseOffset = 1; desc.strideDimensionBaseOffset = 64; desc.matrixBaseOffset = 0; desc.swizzlingMode = 1;",
            D,
        ),
        // TVM, whose 3 is the tensor map's 128B.
        ("start=64, ldo=1, sdo=64, swizzle=3", D),
        // Bytes by their name.
        ("start_bytes=0x400 leading_dim_bytes=16 stride_dim_bytes=1024 swizzle=SWIZZLE_128B", D),
        // CUTLASS's Python primitives: the values alone show that it is bytes.
        ("start=64 leading_byte_offset=16384 stride_byte_offset=32768 layout_type=1", 0x4000_0800_0400_0040),
        // A pointer beside it.
        ("smem 0x7f0a94000400 desc 0x4000004000010040", D),
    ] {
        assert_eq!(raws(text), [raw], "{text}");
    }
}

#[test]
fn code_that_builds_one() {
    for (text, raw) in [
        (
            "uint64_t d = 0;\nd |= (uint64_t)((1024 & 0x3FFFF) >> 4);\nd |= (uint64_t)1 << 16;\nd |= (uint64_t)((8 * 128) >> 4) << 32;\nd |= 1ull << 62;",
            D,
        ),
        // The address cannot be known: it stays.
        (
            "desc |= matrix_descriptor_encode(addr);\ndesc |= matrix_descriptor_encode((uint64_t)16) << 16;\ndesc |= matrix_descriptor_encode((uint64_t)1024) << 32;\ndesc |= 1llu << 62;",
            D,
        ),
        // One line sets one field, whose rest stays as it is shown.
        ("d |= (uint64_t)((8 * 64) >> 4) << 32;", 0x4000_0020_0001_0040),
        (
            "return (uint64_t(1) << 62) | (uint64_t(64) << 32) | (uint64_t(1) << 16) | ((addr & 0x3FFFF) >> 4);",
            D,
        ),
        ("let d = (1u64 << 62) | (64u64 << 32) | (1 << 16) | 0x40;", D),
    ] {
        assert_eq!(raws(text), [raw], "{text}");
    }
    let read = read("d |= (uint64_t)((stride & 0x3FFFF) >> 4) << 32;\nd |= 1ull << 62;");
    assert!(read.notices[0].part.contains("SBO"), "{:?}", read.notices);
    for text in ["x & 0x3FFF << 2", "d |= 0;", "addr >> 4 | 1 << 3"] {
        let error = shown_from_paste(text, &GUESS, &tile()).expect_err(text);
        assert!(error.message.starts_with("These shifts and ors"), "{text}: {error}");
    }
}

#[test]
fn several_at_once() {
    let steps = [D, D + 2, D + 4, D + 6];
    for text in [
        "0x4000004000010040, 0x4000004000010042, 0x4000004000010044, 0x4000004000010046",
        "k=0 desc_a=4000004000010040 desc_b=4000004000020040\nk=1 desc_a=4000004000010042 desc_b=4000004000020042\nk=2 desc_a=4000004000010044 desc_b=4000004000020044\nk=3 desc_a=4000004000010046 desc_b=4000004000020046",
        "(cuda-gdb) p/x desc\n$1 = 0x4000004000010040\n(cuda-gdb) p/x desc\n$2 = 0x4000004000010042\n$3 = 0x4000004000010044\n$4 = 0x4000004000010046",
        "4611686293305360448\n4611686293305360450\n4611686293305360452\n4611686293305360454",
        "uint64_t desc = 0x4000004000010040;\nfor (int k = 0; k < 4; ++k) { wgmma(desc); desc += 2; }",
        "for (int k = 0; k < BLOCK_K / WGMMA_K; k++) { mma(desc); desc.lo += 2; }",
        "for (int k = 0; k < 64; k += 16) desc += (16 * 2) >> 4;",
        "desc += 2",
        "desc_a.reg32_[0] += 32 >> 4;",
    ] {
        assert_eq!(raws(text), steps, "{text}");
    }
    // What is added again, and what differs.
    assert_eq!(raws("d += 2; d += 2; d += 508;"), [D, D + 2, D + 4, D + 512]);
    assert_eq!(raws("lo += 0x200")[1], D + 0x200);
    let error = shown_from_paste("desc += kStep;", &GUESS, &tile()).unwrap_err();
    assert!(error.message.contains("“kStep” is unknown"), "{error}");
}

#[test]
fn what_may_be_several_things_is_asked() {
    let labels = |text: &str| {
        let error = shown_from_paste(text, &GUESS, &tile()).expect_err(text);
        for (label, choice) in &error.readings {
            shown_from_paste(text, choice, &tile())
                .unwrap_or_else(|error| panic!("{text}, {label}: {error}"));
        }
        let labels: Vec<String> = error.readings.iter().map(|(label, _)| label.clone()).collect();
        labels
    };
    assert_eq!(labels("0x40004040")[0], "the high half, 0x40004040");
    assert_eq!(labels("0x00010040")[1], "the low half, 0x00010040");
    assert!(labels("1073741888").iter().any(|label| label == "the high half, 0x40000040"));
    // An instruction descriptor: M 128, N 128, f32 of bf16.
    assert!(
        labels("0x08200490").iter().any(|label| label.starts_with("an instruction descriptor of kind f16"))
    );
    assert_eq!(labels("leading_byte_offset=16 stride_byte_offset=1024").len(), 2);
    assert!(labels("70403112110848").len() > 1);
    let choice = PasteChoice { unit: Some(StrideUnit::Bytes), ..GUESS };
    let bytes = shown_from_paste("leading_byte_offset=16 stride_byte_offset=512", &choice, &tile()).unwrap();
    assert_eq!(bytes.shown.said.given.unwrap().raw(), 0x4000_0020_0001_0040);
}

#[test]
fn a_half_keeps_the_other() {
    let choice = |number| PasteChoice { number: Some(number), ..GUESS };
    let high = shown_from_paste("0x40004040", &choice(NumberAs::High), &tile()).unwrap();
    let given = high.shown.said.given.unwrap();
    assert_eq!((given.arch(), given.raw()), (Arch::Tcgen05, 0x4000_4040_0001_0040));
    let low = shown_from_paste("0x00010048", &choice(NumberAs::Low), &high.shown).unwrap();
    assert_eq!(low.shown.said.given.unwrap().raw(), 0x4000_4040_0001_0048);
}

#[test]
fn the_place_is_heard() {
    let place = read("step=3 block 1: 0x4000004000010246").shown.said.place;
    assert_eq!((place.step, place.block, place.stage), (Some(3), Some(1), None));
}

#[test]
fn what_is_looked_for_is_found() {
    for text in ["(5,19)", "row 5 k 19", "element 5 19", "byte 1782", "absolute 0x6a6"] {
        let pinned = read(text).shown.pinned;
        assert_eq!(pinned, Some(Coord { mn: 5, k: 19 }), "{text}: {}", read(text).what);
    }
}

#[test]
fn layouts_with_stages_and_pointers() {
    let said = read("Sw<3,4,3>_smem_ptr[8b](0x7f0a94008400) o ((_8,_16),(_128,_1),(_1,_4)):((_128,_1024),(_1,_0),(_0,_16384))").shown.said;
    assert_eq!((said.tile.mn, said.tile.k, said.tile.major), (Some(128), Some(128), Some(Major::K)));
    assert_eq!((said.tile.stages, said.tile.stage_bytes), (Some(4), Some(16384)));
    assert_eq!((said.tile.element, said.tile.start_bytes), (Some(Element::E4m3), Some(0x8400)));
}

#[test]
fn the_same_key_twice_is_said() {
    let error = shown_from_paste("sbo=64 lbo=1 sbo=8", &GUESS, &tile()).unwrap_err();
    assert_eq!(error.message, "“sbo” is here twice: 64 before, 8 here");
    let same = read("sbo=32 lbo=1 sbo=32");
    assert_eq!(same.notices[0].part, "sbo");
}

#[test]
fn a_second_text_adds_to_the_first() {
    let first = read("lbo=7");
    let second = shown_from_paste("sbo=8", &GUESS, &first.shown).unwrap();
    let fields = second.shown.said.given.unwrap().decode();
    assert_eq!((fields.lbo_field, fields.sbo_field), (7, 8));
}

#[test]
fn what_is_inside_of_a_text_waits() {
    for (text, waits) in [
        ("0x4000004000010040", false),
        ("lbo=1 sbo=64", false),
        ("uint64_t desc = 0x4000004000010040;", true),
        ("0x4000004000010040 0x4000004000010042", true),
    ] {
        assert_eq!(read(text).is_from_inside, waits, "{text}");
    }
}

#[test]
fn what_is_not_understood_says_what_it_could_be() {
    for text in ["hello", "what is this?", "desc"] {
        let error = shown_from_paste(text, &GUESS, &tile()).expect_err(text);
        assert!(error.message.starts_with("Cannot read this. Try a descriptor"), "{text}: {error}");
    }
}
