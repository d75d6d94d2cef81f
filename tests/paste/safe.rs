//! No text breaks the box, and none takes long.

use proptest::prelude::*;
use swizzle_core::Arch;
use swizzle_parse::{Halves, NumberAs, Radix, StrideUnit};
use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_tests::is_exhaustive;
use swizzle_view::Shown;

use super::{GUESS, contexts};

/// Texts from the pieces of the grammar, in any order.
fn soup() -> impl Strategy<Value = String> {
    let pieces: &'static [&'static str] = &[
        "0x",
        "0b",
        "64'h",
        "4000004000010040",
        "40",
        "18446744073709551616",
        "ull",
        "_",
        "'",
        "-",
        "lbo",
        "sbo",
        "start_",
        "swizzle",
        "version",
        "arch",
        "element",
        "mn",
        "k",
        "lbo_mode",
        "=",
        ":",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        ",",
        ";",
        " ",
        "\n",
        "Sw",
        "Swizzle<3,4,3>",
        " o ",
        "((8,8),64):((64,512),1)",
        "):(",
        "8",
        "1",
        "65536",
        "16383",
        "16384",
        "128B",
        "none",
        "tcgen05",
        "tf32",
        "SFA ",
        "SFB ",
        "ue8m0 ",
        "scale factors ",
        "tmem ",
        "D",
        "cp ",
        "128x8",
        " x ",
        "row ",
        "block ",
        "cta_group",
        "M ",
        "ws ",
        "sparse ",
        "0x80000004",
        "tcgen05.ld.sync.aligned",
        "tcgen05.cp.cta_group::2",
        ".16x32bx2",
        ".x128",
        ".32x128b",
        ".warpx4",
        "[",
        "]",
        "4294967295",
        "é",
        "∘",
        "#/",
        "wgmma/",
        "figure/",
        "157",
        "?",
        "&",
        ".",
        "smem_ptr[16b]",
        "smem_ptr[16b](0x400)",
        "desc",
        " += ",
        " |= ",
        "<<",
        ">>",
        "(uint64_t)",
        "static_cast<uint64_t>(",
        "encode(",
        "for (int k = 0; k < 4; ++k)",
        "i64",
        "hi",
        "lo",
        "ldo",
        "sdo",
        "stride_byte_offset",
        "leadDimensionBaseOffset",
        "step",
        "absolute",
        "row",
        "0x00010040",
    ];
    let piece = prop::sample::select(pieces);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn check_is_safe(text: &str) {
    let choices = [
        GUESS,
        PasteChoice {
            arch: Some(Arch::Tcgen05),
            radix: Some(Radix::Decimal),
            halves: Some(Halves::LowFirst),
            number: Some(NumberAs::Descriptor),
            unit: Some(StrideUnit::Bytes),
            ..GUESS
        },
    ];
    for context in contexts() {
        for choice in &choices {
            match shown_from_paste(text, choice, &context) {
                Ok(pasted) => drop(pasted.shown.spec().expect("a picture")),
                Err(error) => {
                    assert!(text.get(error.at.clone()).is_some(), "{text:?}: {error:?}");
                    assert!(!error.message.is_empty(), "{text:?}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_breaks_it(text: String) {
        check_is_safe(&text);
    }

    #[test]
    fn no_soup_breaks_it(text in soup()) {
        check_is_safe(&text);
    }
}

/// Processing that is quadratic in a megabyte of text would not end in a reasonable time.
#[test]
fn a_long_text_of_anything_comes_to_an_end() {
    let bytes = if is_exhaustive() { 1 << 20 } else { 1 << 16 };
    for piece in [
        "0",
        "a ",
        "(",
        ")",
        "(8,",
        "1,",
        ":",
        "):(",
        " : ",
        "<",
        "S<",
        "lbo=1 ",
        "lbo=1 x ",
        "é",
        "'",
        "-",
        "#/",
        "#/wgmma?k=1&",
        "0x123456789 ",
        "0x4000004000010040 ",
        "0x00010040 0x40000040\n",
        "d += 2;",
        "for (",
        "for (;;",
        "d |= 1 << 62;",
        "~",
        "1|",
        "a=",
        "a<<",
        "f(",
        "a,",
        "/*",
        "i64 ",
        "sbo=1 ",
        "stride_byte_offset=16 ",
        "x=",
        "{",
        "\n",
    ] {
        for end in ["", "lbo=1", ":(8,8)", "0x4000004000010040"] {
            let text = piece.repeat(bytes / piece.len()) + end;
            let read = shown_from_paste(&text, &GUESS, &Shown::default());
            if let Err(error) = read {
                assert!(text.get(error.at).is_some(), "{piece:?} {end:?}");
            }
        }
    }
}
