//! Boxes of TMA in words: every name of a type, of a mode and of a chip is read, or named and nothing is accepted.

use swizzle_core::Element;
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::{DataType, MapSwizzle};
use swizzle_lints::tma::DriverEnum as _;
use swizzle_parse::tensor_map::map_from_print;
use swizzle_parse::{Meaning, vocabulary};

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
    let words = |is_it: fn(&Meaning) -> bool| -> Vec<(&str, Meaning)> {
        vocabulary().map(|(word, meaning, _)| (word, meaning)).filter(|(_, meaning)| is_it(meaning)).collect()
    };
    let types =
        words(|meaning| matches!(meaning, Meaning::Element(_) | Meaning::ElementAs(_) | Meaning::NoElement));
    let modes =
        words(|meaning| matches!(meaning, Meaning::Swizzle(_) | Meaning::Layout(..) | Meaning::NoSwizzle));
    let mut count = 0;
    for (type_word, of_type) in &types {
        for (mode_word, of_mode) in &modes {
            for text in [
                format!("TMA box 64x128 {type_word} {mode_word}"),
                format!("{type_word} box of {{64, 128}}, {mode_word}"),
                format!("{mode_word} {type_word} box 64 x 128"),
            ] {
                count += 1;
                let print = map_from_print(&text).unwrap_or_else(|| panic!("not read: {text}"));
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
