//! Boxes of TMA in words: every name of a type, of a mode and of a chip is read, or named and nothing is accepted.

use swizzle_core::Element;
use swizzle_core::hardware::Chip;
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::{DataType, MapSwizzle};
use swizzle_lints::tma::DriverEnum as _;
use swizzle_parse::tensor_map::{MapPrint, map_from_print};
use swizzle_parse::{Meaning, vocabulary};
use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_view::Shown;

fn read(text: &str) -> MapPrint {
    map_from_print(text).unwrap_or_else(|| panic!("not read: {text}"))
}

/// Type and mode of a text; each word of it was read.
#[track_caller]
fn is_map(text: &str, data_type: DataType, swizzle: MapSwizzle, sides: &[u32]) {
    let print = read(text);
    assert_eq!(print.unread, Vec::<String>::new(), "{text}");
    let map = print.typed.map().unwrap_or_else(|why| panic!("{text}: {why:?}"));
    let found: Vec<u32> = map.dimensions.iter().map(|one| one.box_elements).collect();
    assert_eq!((map.data_type, map.swizzle, &*found), (data_type, swizzle, sides), "{text}");
    assert!(!print.assumed.contains(&"swizzle"), "{text}");
    assert!(!print.assumed.contains(&"data type"), "{text}");
}

#[test]
fn boxes_in_words() {
    use DataType::{Bfloat16, Float16, Float32, Uint8};
    use MapSwizzle::{B32, B64, B128, None as Plain};
    for (text, data_type, swizzle, sides) in [
        ("TMA box {64, 128} bf16 128B", Bfloat16, B128, &[64, 128][..]),
        ("TMA box {128, 64} bf16 128B", Bfloat16, B128, &[128, 64]),
        ("box 64x128 bf16 SW128", Bfloat16, B128, &[64, 128]),
        ("box 128x64 bf16 SW128", Bfloat16, B128, &[128, 64]),
        ("tma box 64 x 128 uint8 swizzle 64B interleave none", Uint8, B64, &[64, 128]),
        ("bf16 TMA box 64 x 128 128B swizzle", Bfloat16, B128, &[64, 128]),
        ("box of 64 x 64 fp16, 128 byte swizzle, B200", Float16, B128, &[64, 64]),
        ("64x128 box of bf16, no swizzle", Bfloat16, Plain, &[64, 128]),
        ("a 64 by 32 TMA box of half, unswizzled", Float16, Plain, &[64, 32]),
        (
            "box 64x128 torch.float8_e4m3fn swizzle mode 64 bytes interleave none on H100",
            Uint8,
            B64,
            &[64, 128],
        ),
        ("box 64,128 half Swizzle<3,4,3>", Float16, B128, &[64, 128]),
        ("box 16x64x2 fp32, 64-byte swizzle", Float32, B64, &[16, 64, 2]),
        ("box: [64, 128], dtype: bf16, swizzle: SWIZZLE_128B", Bfloat16, B128, &[64, 128]),
        ("TMA box size 32 × 8 uint8_t 32B_swizzle", Uint8, B32, &[32, 8]),
        ("128B-swizzled box 64x128 of bfloat16", Bfloat16, B128, &[64, 128]),
    ] {
        is_map(text, data_type, swizzle, sides);
    }
    let wide = read("TMA box {128, 64} bf16 128B").verdict();
    assert_eq!((wide.kind, wide.field), (VerdictKind::Wrong, Some("box")));
    assert_eq!(read("box 64x64 bf16 SW128 B200").target, Some(Chip::Sm100a));
    assert_eq!(read("sm_103a: box 64x64 bf16 SW128").target, Some(Chip::Sm103a));
}

/// What looks like a mode or a type and is not read, or says otherwise: named, and nothing is said of the map.
/// Numbers of something else, with a comma behind them, are no box.
#[test]
fn the_box_is_the_one_that_is_called_so() {
    let print = read("TMA: tensor bf16 4096x4096, box 64x128, 128B swizzle");
    let map = print.typed.map().expect("a map");
    let sides: Vec<u32> = map.dimensions.iter().map(|one| one.box_elements).collect();
    assert_eq!(sides, [64, 128]);
    assert!(print.unread.iter().any(|word| word.contains("4096")), "{:?}", print.unread);
}

#[test]
fn nothing_is_accepted_beside_a_word_that_was_not_read() {
    for (text, word) in [
        ("TMA box 64x128 e4m3 SW256", "SW256"),
        ("box 64x128 bf16 SW64 SW128", "SW128"),
        ("box 64x128 bf16 float32 SW128", "float32"),
        ("box 64x128 bf16 128B 256B", "256B"),
        ("box 64x128 bf16 swizzzle128", "swizzzle128"),
        ("box 64x128 bf16 hello", "hello"),
        ("box 64x128 float7 128B", "float7"),
        ("box 64x64 swizzle bf16", "swizzle"),
    ] {
        let print = read(text);
        assert!(print.unread.iter().any(|one| one == word), "{text}: {print:?}");
        let verdict = print.verdict();
        assert_eq!((verdict.kind, verdict.landing), (VerdictKind::Incomplete, None), "{text}");
        let answer = print.text();
        assert!(!answer.contains("ccepted") && answer.contains(word), "{answer}");
    }
    // What is no mode and no type leaves the verdict, and is named.
    let print = read("box 64x128 bf16 SW128 at 0x800 for stage 3");
    assert_eq!(print.unread, ["0x800", "stage", "3"]);
    assert_eq!(print.verdict().kind, VerdictKind::Right);
}

fn type_of(meaning: Meaning) -> Option<DataType> {
    match meaning {
        Meaning::ElementAs(Element::Tf32) => Some(DataType::Float32),
        Meaning::Element(Element::Tf32) => Some(DataType::Tfloat32),
        Meaning::Element(element) | Meaning::ElementAs(element) => DataType::from_element(element),
        _ => None,
    }
}

/// Each name of a type with each name of a mode, in several sentences.
#[test]
fn every_name_of_the_vocabulary() {
    let types: Vec<(&str, Meaning)> = vocabulary()
        .filter(|(_, meaning, _)| {
            matches!(meaning, Meaning::Element(_) | Meaning::ElementAs(_) | Meaning::NoElement)
        })
        .map(|(word, meaning, _)| (word, meaning))
        .collect();
    let modes: Vec<(&str, Meaning)> = vocabulary()
        .filter(|(_, meaning, _)| {
            matches!(meaning, Meaning::Swizzle(_) | Meaning::Layout(..) | Meaning::NoSwizzle)
        })
        .map(|(word, meaning, _)| (word, meaning))
        .collect();
    let mut count = 0;
    for (type_word, of_type) in &types {
        for (mode_word, of_mode) in &modes {
            for text in [
                format!("TMA box 64x128 {type_word} {mode_word}"),
                format!("{type_word} box of {{64, 128}}, {mode_word}"),
                format!("{mode_word} {type_word} box 64 x 128"),
            ] {
                count += 1;
                let print = read(&text);
                let verdict = print.verdict();
                let map = print.typed.map();
                let is_taken = matches!(verdict.kind, VerdictKind::Right | VerdictKind::Warning);
                let is_named = |word: &str| print.unread.iter().any(|one| one == word);
                // Of a tensor map that is another argument.
                let is_other = mode_word.starts_with("inter");
                match of_mode {
                    Meaning::Swizzle(mode) | Meaning::Layout(mode, _) if !is_other => {
                        let found = map.as_ref().map(|map| map.swizzle);
                        assert!(
                            found == Ok(MapSwizzle::from_swizzle(*mode)) || !is_taken,
                            "{text}: {found:?}"
                        );
                        assert!(!is_named(mode_word), "{text}");
                    }
                    _ => {
                        let is_said = !print.assumed.contains(&"swizzle");
                        assert!(!is_taken || is_said, "{text}: {verdict:?}");
                    }
                }
                match type_of(*of_type) {
                    Some(wanted) => {
                        let shown = DataType::from_any(&print.typed.data_type);
                        assert_eq!(shown, Ok(wanted), "{text}");
                        assert!(!is_named(type_word), "{text}");
                    }
                    None => {
                        let is_said = !print.assumed.contains(&"data type");
                        let is_told = is_named(type_word) || verdict.sentence.contains(type_word);
                        assert!(is_said || !is_taken && is_told, "{text}");
                    }
                }
            }
        }
    }
    assert!(count > 20_000, "{count}");
}

/// The page's box reads the same.
#[test]
fn the_box_names_each_word() {
    let pasted =
        shown_from_paste("TMA box 64x128 bf16 SW128 in stage 3", &PasteChoice::default(), &Shown::default())
            .expect("a tensor map");
    let parts: Vec<&str> = pasted.notices.iter().map(|one| &*one.part).collect();
    assert_eq!(parts, ["stage", "3"]);
    assert!(pasted.what.contains("swizzle 128B. Accepted"), "{}", pasted.what);
    assert!(pasted.goes_to.is_some());
}
