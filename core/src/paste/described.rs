//! What a text says of the tile in words: `A bf16 128x64 K-major, 128B swizzle at 0x400`, or `mn=128 k=64` beside a descriptor.

use alloc::vec::Vec;

use crate::code::number_from_text;
use crate::hardware::{Element, Major, Named as _, Operand};
use crate::link::key_named;
use crate::paste::fields;
use crate::paste::names::{self, Key, swizzle_from_name};
use crate::paste::tokens::Words;
use crate::state::Shown;

/// Says it, and gives the names of the values; nothing where there is no picture of what was said.
pub(super) fn said(words: &Words<'_>, shown: &mut Shown) -> Vec<&'static str> {
    let mut next = *shown;
    let mut found = Vec::new();
    for i in 0..words.at.len() {
        let name = value_at(words, i, &mut next).or_else(|| pair_at(words, i, &mut next));
        if let Some(name) = name.filter(|name| !found.contains(name)) {
            found.push(name);
        }
    }
    match next.said.check() {
        Ok(()) => *shown = next,
        Err(_) => found.clear(),
    }
    found
}

/// A word, or two, that say a value.
fn value_at(words: &Words<'_>, i: usize, shown: &mut Shown) -> Option<&'static str> {
    let is_of_pair = fields::is_pair(words, i) || i > 0 && fields::is_pair(words, i - 1);
    if is_of_pair {
        return None;
    }
    let word = words.word(i);
    let next = (i + 1 < words.at.len()).then(|| words.word(i + 1));
    let is_next = |name: &str| next.is_some_and(|next| next.eq_ignore_ascii_case(name));
    let (tile, reader) = (&mut shown.said.tile, &mut shown.said.reader);
    if let Ok(element) = Element::from_name(word) {
        tile.element = Some(element);
        return Some("element");
    }
    if let Some((mn, k)) = extents(words, i) {
        (tile.mn, tile.k) = (Some(mn), Some(k));
        return Some("extents");
    }
    match &*word.to_ascii_lowercase() {
        "k-major" => tile.major = Some(Major::K),
        "mn-major" => tile.major = Some(Major::Mn),
        // Of whichever operand.
        "m-major" => {
            tile.major = Some(Major::Mn);
            reader.operand = Some(Operand::A);
        }
        "n-major" => {
            tile.major = Some(Major::Mn);
            reader.operand = Some(Operand::B);
        }
        "operand" => {
            reader.operand = Some(Operand::from_name(next?).ok()?);
            return Some("operand");
        }
        "128b" | "64b" | "32b" if is_next("swizzle") => {
            tile.swizzle = Some(swizzle_from_name(word).ok()?);
            return Some("swizzle");
        }
        "no" if is_next("swizzle") => {
            tile.swizzle = Some(swizzle_from_name("none").ok()?);
            return Some("swizzle");
        }
        "at" => {
            let start = next.filter(|next| next.starts_with("0x"))?;
            tile.start_bytes = Some(number_from_text(start).ok()?);
            return Some("start");
        }
        _ => return None,
    }
    Some("major")
}

/// `128x64`, or `128 × 64`.
fn extents(words: &Words<'_>, i: usize) -> Option<(u32, u32)> {
    let is_plain = |text: &str| text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
    let word = words.word(i);
    let (mn, k) = match word.split_once('x') {
        Some(both) => both,
        None if words.gap(i).trim() == "×" && i + 1 < words.at.len() => (word, words.word(i + 1)),
        None => return None,
    };
    let number = |text: &str| text.parse::<u32>().ok().filter(|extent| *extent > 0);
    // A hex number has its x there, too.
    let is_extent = is_plain(mn) && is_plain(k) && mn != "0";
    is_extent.then(|| Some((number(mn)?, number(k)?)))?
}

/// A key of a link with its value, as it stands beside a descriptor. Counters of loops are called `k` and `step`, too: the
/// extents count where both are there, each once.
fn pair_at(words: &Words<'_>, i: usize, shown: &mut Shown) -> Option<&'static str> {
    let name_at = |i: usize| names::compared(words, i);
    let name = name_at(i);
    let known = names::OF_TILE.into_iter().find(|known| **known == *name)?;
    let is_pair = |i: usize| fields::is_pair(words, i) && matches!(words.gap(i), "=" | ": ");
    let count = |name: &str| {
        let all = 0..words.at.len();
        all.filter(|i| is_pair(*i) && name_at(*i) == name).count()
    };
    let is_extent = matches!(known, "mn" | "k");
    let is_meant = is_pair(i)
        && names::key(words.word(i), &name) == Some(Key::Link)
        && count(known) == 1
        && (!is_extent || count("mn") == 1 && count("k") == 1);
    if !is_meant {
        return None;
    }
    let key = key_named(known)?;
    (key.read)(shown, &words.text[words.signed(i + 1)]).ok()?;
    Some(if is_extent { "extents" } else { known })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Swizzle;
    use crate::paste::{PasteChoice, shown_from_paste};
    use crate::reader::Spec;
    use crate::words::tile_text;

    #[test]
    fn a_tile_in_words_is_said() {
        for text in [
            "A bf16 128x64 K-major 128B swizzle at 0x400",
            "128 × 64 bf16 K-major tile with 128B swizzle at 0x400, packed, atoms along MN first",
        ] {
            let choice = PasteChoice::default();
            let pasted = shown_from_paste(text, &choice, &Shown::default()).expect(text);
            let tile = pasted.shown.said.tile;
            assert_eq!((tile.mn, tile.k), (Some(128), Some(64)), "{text}");
            assert_eq!(
                (tile.element, tile.major, tile.swizzle, tile.start_bytes),
                (
                    Some(Element::Bf16),
                    Some(Major::K),
                    Some(Swizzle::B128),
                    Some(0x400)
                ),
                "{text}"
            );
            assert!(pasted.is_from_inside);
            let spec = Spec::new(&pasted.shown.said).unwrap();
            assert!(tile_text(&spec).starts_with("128 × 64 bf16 K-major"));
        }
    }

    #[test]
    fn beside_descriptors_too() {
        for text in [
            "mn=128 k=64 0x4000004000010040",
            "a 128x64 tile: 0x4000004000010040 0x4000004000010042",
        ] {
            let choice = PasteChoice::default();
            let pasted = shown_from_paste(text, &choice, &Shown::default()).expect(text);
            let tile = pasted.shown.said.tile;
            assert_eq!((tile.mn, tile.k), (Some(128), Some(64)), "{text}");
            assert!(pasted.shown.said.given.is_some(), "{text}");
        }
    }

    #[test]
    fn a_fault_or_a_question_beside_a_tile_in_words_is_kept() {
        let read = |text: &str| shown_from_paste(text, &PasteChoice::default(), &Shown::default());
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
            "64 ×",
            "operand",
            "128B",
        ] {
            let mut shown = Shown::default();
            assert_eq!(said(&Words::of(text), &mut shown), [""; 0], "{text}");
            assert_eq!(shown, Shown::default());
        }
    }
}
