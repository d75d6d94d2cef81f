use super::*;
use crate::shown_from_paste;
use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Arch, Element, Major, Operand};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::Said;
use swizzle_infer::spec_from_said;
use swizzle_text::tile_text;

fn read(text: &str) -> Answer {
    shown_from_paste(text, &PasteChoice::default(), &Shown::default())
}

fn named(text: &str) -> Vec<std::string::String> {
    let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    pasted.unread().map(|notice| notice.part.clone()).collect()
}

#[test]
fn a_tile_in_words_is_said() {
    for text in [
        "A bf16 128x64 K-major 128B swizzle at 0x400",
        "128 × 64 bf16 K-major tile with 128B swizzle at 0x400, packed, atoms along MN first",
        "operand A: torch.bfloat16, [128, 64], row-major, SWIZZLE_128B @ 0x400",
        "sA __nv_bfloat16 M=128 K=64 K_SW128 start=1024",
        "A bf16 128x64 KMAJOR SWIZZLE_128B smem=0x400",
    ] {
        let pasted = read(text).expect(text);
        let tile = pasted.shown.said.tile;
        assert_eq!((tile.mn, tile.k), (Some(128), Some(64)), "{text}");
        assert_eq!(
            (tile.element, tile.major, tile.swizzle, tile.start_bytes),
            (Some(Element::Bf16), Some(Major::K), Some(Swizzle::B128), Some(0x400)),
            "{text}"
        );
        assert!(pasted.is_from_inside);
        assert_eq!(named(text), [""; 0], "{text}");
        let spec = spec_from_said(&pasted.shown.said).unwrap();
        assert!(tile_text(&spec).starts_with("128 × 64 bf16 K-major"));
    }
}

#[test]
fn every_word_that_says_nothing_is_named() {
    for (text, words) in [
        ("bf16 128x64 fluffy K-major fp17", &["fluffy", "fp17"][..]),
        ("bf16 f16 128x64", &["f16"]),
        ("int4 128x64 K-major", &["int4"]),
        ("bf16 128x64 sm_80", &["sm_80"]),
        ("bf16 128x64 128B_ATOM_64B", &["128B_ATOM_64B"]),
        ("bf16 128x64 at 0x12345678", &["at"]),
        ("M=128 N=256 K=64 bf16", &["N", "256"]),
        ("0x4000004000010040 frob", &["frob"]),
        ("lbo=1 sbo=64 frob", &["frob"]),
        ("step=3 desc=0x4000004000010040 foo=7", &["foo", "7"]),
        ("0x4000004000010040 sbo=128", &["sbo=128"]),
        ("0x4000004000010040 sbo=1024 lbo=1 start=0x400", &[]),
        ("bf16 A 128x64 K-major 128B at 0x400 0x4000004000010040", &[]),
        ("0x4000004000010040 128B", &["128B"]),
        ("[warp 4] tid=12 k=2 i=1 desc=0x4000004000010040", &[]),
        ("bf16 128x64 lbo=1 sbo=64 swizzle=128B", &[]),
        ("uint64_t desc = 0x4000004000010040ull;", &[]),
        ("step 0: 0x4000004000010040\nstep 1: 0x4000004000010042", &[]),
    ] {
        assert_eq!(named(text), words, "{text}");
    }
}

#[test]
fn chips_and_operands_are_heard() {
    let reader = |text: &str| read(text).expect(text).shown.said.reader;
    for text in ["B200 bf16 128x64", "tcgen05 bf16 128x64", "sm_100a bf16 128x64", "UMMA: bf16 128x64"] {
        assert_eq!(reader(text).arch, Some(Arch::Tcgen05), "{text}");
    }
    for text in [
        "sB bf16 128x64",
        "B operand bf16 128x64",
        "N=128 K=64 bf16",
        "B: bf16 128x64",
        "desc_b = 0x4000004000010040",
    ] {
        assert_eq!(reader(text).operand, Some(Operand::B), "{text}");
    }
    let given = read("tcgen05 0x4000004000010040").unwrap().shown.said.given.unwrap();
    assert_eq!(given.arch(), Arch::Tcgen05);
}

#[test]
fn a_chip_in_words_rereads_the_descriptor_that_is_given() {
    let given = Descriptor::new(Arch::Tcgen05, 0x4000_4040_0001_0040);
    let context = Shown { said: Said::default().with_given(given), ..Shown::default() };
    let text = "wgmma bf16 128x64";
    let pasted = shown_from_paste(text, &PasteChoice::default(), &context).unwrap();
    let said = pasted.shown.said;
    let reread = Descriptor::new(Arch::Wgmma, given.raw());
    assert_eq!((said.given, said.reader.arch), (Some(reread), None));
}

#[test]
fn a_kind_is_no_type() {
    let said = read("tcgen05 kind::f16 128x64 0x4000404000010040").unwrap().shown.said;
    assert_eq!((said.tile.element, said.tile.mn), (None, Some(128)));
}

#[test]
fn names_in_code_are_no_tile() {
    let what = |text: &str| read(text).expect(text).what;
    assert_eq!(
        what("wgmma(d, 0x4000004000010040 + 2, descB);"),
        "computed from this text: 64-bit hex, wgmma: the text names it"
    );
    assert!(what("wgmma bf16 128x64").ends_with("a tile in words (arch, element, extents)"));
}

#[test]
fn a_window_of_a_buffer() {
    let tile = read("B bf16 64x128 slice of 128x128 at 0x8000").unwrap().shown.said.tile;
    assert_eq!((tile.mn, tile.k, tile.buffer_mn, tile.buffer_k), (Some(64), Some(128), Some(128), Some(128)));
}

#[test]
fn strides_in_words_are_those_of_a_descriptor() {
    let fields = |text: &str, unit| {
        let choice = PasteChoice { unit, ..PasteChoice::default() };
        let pasted = shown_from_paste(text, &choice, &Shown::default()).expect(text);
        let fields = pasted.shown.said.given.unwrap().decode();
        assert!(pasted.notices.iter().any(|notice| notice.part == "LBO, SBO"), "{text}");
        (fields.lbo_field, fields.sbo_field)
    };
    assert_eq!(fields("bf16 128x64 64B swizzle LBO 8192 SBO 1024 at 0x400", None), (512, 64));
    assert_eq!(fields("bf16 128x64 128B swizzle LBO 1 SBO 64", None), (1, 64));
    assert_eq!(fields("bf16 128x64 LBO 16 SBO 1024", Some(StrideUnit::Units)), (16, 1024));
    assert_eq!(named("bf16 128x64 LBO 1000 SBO 40000"), ["LBO, SBO"]);
}

#[test]
fn strides_by_name_are_in_the_unit_that_the_tile_has() {
    let strides = |text: &str| {
        let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let fields = pasted.shown.said.given.unwrap().decode();
        (fields.lbo_field, fields.sbo_field)
    };
    for (text, lbo, sbo) in [
        ("wgmma bf16 A tile 64x64, no swizzle, K-major, LBO=128 SBO=1024", 8, 64),
        ("B: 64 x 256 bf16, K-major, 128B swizzle, SBO = 1024, LBO = 16", 1, 64),
        ("bf16 128x64 lbo=1 sbo=64 swizzle=128B", 1, 64),
    ] {
        assert_eq!(strides(text), (lbo, sbo), "{text}");
    }
}

#[test]
fn beside_descriptors_too() {
    for text in ["mn=128 k=64 0x4000004000010040", "a 128x64 tile: 0x4000004000010040 0x4000004000010042"] {
        let pasted = read(text).expect(text);
        let tile = pasted.shown.said.tile;
        assert_eq!((tile.mn, tile.k), (Some(128), Some(64)), "{text}");
        assert!(pasted.shown.said.given.is_some(), "{text}");
    }
}

#[test]
fn a_fault_or_a_question_beside_a_tile_in_words_is_kept() {
    // A digit too many is what is wrong, not what the tile is.
    assert!(read("mn=128 k=64 0x40000040000100401").is_err());
    // Half of a descriptor, or where the tile begins.
    let error = read("bf16 K-major 0x40004040").unwrap_err();
    assert!(!error.readings.is_empty(), "{error}");
    assert!(read("bf16 K-major at 0x4400").is_ok());
}

#[test]
fn counters_and_names_of_instructions_are_no_extents() {
    for text in [
        "k=16 desc 0x4000004000010042",
        "for (int k = 0; k < 64; k += 16) d = 0x4000004000010042;",
        "k: 0 0x4000004000010040\nk: 16 0x4000004000010042",
        "mn=0 k=64 0x4000004000010040",
        "0x4000004000010040",
        "wgmma(d, 0x4000004000010040 + ((k*16*2)>>4), descB);",
    ] {
        let tile = read(text).expect(text).shown.said.tile;
        assert_eq!((tile.mn, tile.k), (None, None), "{text}");
    }
    for text in ["64 ×", "operand", "128B"] {
        let said = read(text).map(|pasted| pasted.shown.said);
        assert!(said.is_err() || said == Ok(Shown::default().said), "{text}");
    }
}
