//! Names with their values: which words are a key, and which its value.

use crate::fields::names::{self, Key};
use crate::tokens::{Words, is_in};

/// The key of a word. `x` and `y` are halves only as members: `desc.x`.
pub(crate) fn key_at(words: &Words<'_>, i: usize) -> Option<Key> {
    let name = names::compared(words, i);
    let is_member = i > 0 && words.gap(i - 1).ends_with('.');
    names::key(words.word(i), &name).filter(|_| match &*name {
        "x" | "y" => is_member,
        // Elsewhere it is the address of a tile.
        "addr" => words.text.contains("dimKOffset"),
        _ => true,
    })
}

/// Whether a word and the next are a key and its value. A word before a brace or before another key is a heading, and one
/// before `::` a namespace.
pub(crate) fn is_pair(words: &Words<'_>, i: usize) -> bool {
    let is_assigned = |i: usize| {
        let gap = words.gap(i).as_bytes();
        gap.iter().enumerate().any(|(at, b)| match b {
            b'=' => true,
            b':' => gap.get(at + 1) != Some(&b':') && (at == 0 || gap[at - 1] != b':'),
            _ => false,
        })
    };
    i + 1 < words.at.len()
        && is_assigned(i)
        && !words.gap_has(i, |b| b == b'{')
        && !is_assigned(i + 1)
        && !words.gap_has(i + 1, |b| b == b'{')
}

/// Whether a word and the next are a known key and its value.
pub(crate) fn is_field(words: &Words<'_>, i: usize) -> bool {
    is_pair(words, i) && key_at(words, i).is_some()
}

/// Whether a text is about fields.
pub(crate) fn are_in(words: &Words<'_>) -> bool {
    (0..words.at.len())
        .any(|i| (is_pair(words, i) || words.at.len() == 1) && key_at(words, i).is_some())
}

/// Whether a key is of a descriptor alone: a tile has a swizzle and a start, too.
pub(crate) fn is_of_descriptor(words: &Words<'_>, i: usize) -> bool {
    let is_of_tile = is_in(
        "swizzle swizzle_mode start start_bytes",
        &names::compared(words, i),
    );
    !is_of_tile && !matches!(key_at(words, i), None | Some(Key::Link | Key::Arch))
}

/// Whether one of the words that were not read yet is a field of a descriptor.
pub(crate) fn are_open(words: &Words<'_>, used: &[bool]) -> bool {
    (0..words.at.len()).any(|i| !used[i] && is_field(words, i))
}
