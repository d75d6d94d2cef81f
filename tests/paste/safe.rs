//! No text takes long. That none breaks the box, `readers::paste` asks.

use swizzle_parse::shown_from_paste;
use swizzle_tests::{is_exhaustive, sample};
use swizzle_view::Shown;

use super::GUESS;
use crate::readers::all::target::listed;

/// Processing that is quadratic in a megabyte of text would not end in a reasonable time.
#[test]
fn a_long_text_of_anything_comes_to_an_end() {
    let bytes = if is_exhaustive() { 1 << 20 } else { 1 << 15 };
    let pieces = listed("paste pieces").map(|piece| String::from_utf8(piece).expect("text"));
    let ends = ["", "lbo=1", ":(8,8)", "0x4000004000010040"];
    let all: Vec<_> = pieces.flat_map(|piece| ends.map(|end| (piece.clone(), end))).collect();
    assert!(all.len() > 100, "{}", all.len());
    // Each piece with one end or two.
    for (piece, end) in sample(&all, 6) {
        let text = piece.repeat(bytes / piece.len()) + end;
        let read = shown_from_paste(&text, &GUESS, &Shown::default());
        if let Err(error) = read {
            assert!(text.get(error.at).is_some(), "{piece:?} {end:?}");
        }
    }
}
