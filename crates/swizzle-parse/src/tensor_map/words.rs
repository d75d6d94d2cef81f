//! A tensor map in words: swizzle modes, types and chips without a key before them, and what is not to be overlooked.

use super::*;

/// Words of English that join others, words for what is spoken of, and those of messages about a map.
const FILLERS: &str = "a an the of with without and is are by for as at in to it from on that which my our i we use uses using has \
    tma tensormap tensor map copy load loads type dtype element elements data mode torch cutlass cute cuda smem \
    shared memory nvidia chip arch target gpu driver box boxes desc tile making global outer elem nil const base \
    effective raw elementsize bytes multiple error tvm internalerror failed initialize descriptor code invalid arguments \
    local im2col constraint violation was detected before calling cutensormapencodetiled cutensormapencodeim2col \
    __tvm_tensormap_create_tiled bits creation cutensormap cuda_error_";

/// Whether a word says nothing.
pub(super) fn is_filler(word: &str) -> bool {
    is_in(FILLERS, &word.to_ascii_lowercase())
}

/// Whether a word is a swizzle's name for the noun.
fn is_noun(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    is_in("swizzle swizzled swizzling swizzles sw", &lower)
}

/// The word behind spaces and the signs that join words, and where it ends.
fn next(text: &str) -> (&str, usize) {
    let from = text.len() - text.trim_start_matches(any_of(" -_")).len();
    let word = first_name(&text[from..]);
    (word, from + word.len())
}

/// The unit behind a number: `-byte`, ` bytes`, ` B`; with where it ends.
fn unit_end(text: &str) -> Option<usize> {
    let (word, end) = next(text);
    is_in("B b byte bytes Byte Bytes", word).then_some(end)
}

/// Returns the range of the mode behind the word swizzle: `: 128B`, ` mode 64 bytes`, `<3,4,3>`; none where no mode follows.
pub(super) fn mode_behind(rest: &str) -> Option<(usize, usize)> {
    if rest.starts_with('<') {
        let end = rest.bytes().take(32).position(|b| b == b'>')? + 1;
        return MapSwizzle::from_phrase(&rest[..end]).is_some().then_some((0, end));
    }
    let mut end = 0;
    for (at, word) in words(rest) {
        if !rest[end..at].chars().all(|c| c.is_whitespace() || ":=(\"'.".contains(c)) {
            return None;
        }
        end = at + word.len();
        if is_in("mode width of is span size type by", word) {
            continue;
        }
        let unit = unit_end(&rest[end..]).filter(|_| is_digits(word));
        let is_mode = match unit {
            // A number of bytes, and not one of the enumeration.
            Some(_) => MapSwizzle::from_word(word).is_some(),
            // Twice the noun: `swizzle SWIZZLE_128B`.
            None => MapSwizzle::from_any(word).is_ok() && !is_noun(word),
        };
        return is_mode.then_some((at, end + unit.unwrap_or(0)));
    }
    None
}

/// The mode that words say at the start of a text, without the noun before it: `128B`, `SW128`, `64-byte swizzle`,
/// `no swizzle`; where its text ends, and where its words end.
pub(super) fn mode_at(text: &str) -> Option<(usize, usize)> {
    let word = first_name(text);
    let end = word.len();
    let is_number = is_digits(word);
    let value_end = end + unit_end(&text[end..]).filter(|_| is_number).unwrap_or(0);
    let (next, length) = next(&text[value_end..]);
    let noun_end = value_end + length;
    // `128 swizzle 64B`: the mode follows the noun.
    let is_free = is_noun(next) && length > next.len() && mode_behind(&text[noun_end..]).is_none();
    let is_none = is_in("no without", &word.to_ascii_lowercase());
    if is_number || is_none && is_free {
        let is_one = is_none || is_in("32 64 128", word);
        return (is_free && is_one).then_some((end, noun_end));
    }
    let is_bare = is_in("128B 64B 32B", word);
    // `128B wide` is not a mode.
    let is_size = is_in("wide row rows aligned per each apart", next);
    let is_name = matches!(meaning(&compared(word)), Some(Meaning::Swizzle(_) | Meaning::Layout(..)))
        || MapSwizzle::from_name(word).is_ok() && (is_free || !word.eq_ignore_ascii_case("none"));
    if is_bare && is_size || !is_name || MapSwizzle::from_any(word).is_err() {
        return None;
    }
    Some((end, if is_free { noun_end } else { end }))
}

/// Numbers before the noun, `64 x 128 box`: how long they are, and where the noun ends.
pub(super) fn box_before(text: &str) -> Option<(Vec<i128>, usize, usize)> {
    let (found, from, to) = numbers(text)?;
    let mut rest = words(&text[to..]);
    let (at, noun) = rest.find(|(_, word)| !is_in("TMA tma element elements", word))?;
    // `tensor 4096x4096, box 64x128`: the first numbers are another's.
    let is_one = !text[to..to + at].contains(any_of(",;:.\n"));
    let is_box = is_one && is_in("box boxes", &noun.to_ascii_lowercase());
    (from == 0 && found.len() > 1 && is_box).then_some((found, to, to + at + noun.len()))
}

/// Returns the start of a box's numbers, behind the words that join them to the noun.
pub(super) fn behind_noun(rest: &str) -> usize {
    let mut from = 0;
    loop {
        let gap = rest[from..].len() - rest[from..].trim_start_matches([' ', ':']).len();
        let word = first_name(&rest[from + gap..]);
        let lower = word.to_ascii_lowercase();
        if !is_in("of is size shape dims dim extents dimensions with", &lower) {
            return from;
        }
        from += gap + word.len();
    }
}

/// The type that a word names beside others, where `byte` is a unit.
pub(super) fn is_type(word: &str) -> bool {
    !has_digit_first(word)
        && !is_in("byte bytes char unsigned int uint", &word.to_ascii_lowercase())
        && DataType::from_any(word).is_ok()
}

/// Whether a word that was not read may name a swizzle or a type: nothing is accepted then.
pub(super) fn may_name_choice(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let has_digit = lower.bytes().any(|b| b.is_ascii_digit());
    let mut starts = "float bfloat fp bf f uint int u s i mx nv e tf".split(' ');
    let is_type = has_digit
        && starts.any(|start| {
            let rest = lower.strip_prefix(start).unwrap_or_default();
            has_digit_first(rest)
        });
    let is_mode = lower.contains("swizz")
        || lower.starts_with("sw") && has_digit
        || lower.strip_suffix('b').is_some_and(|rest| !rest.is_empty() && is_digits(rest));
    let is_known = matches!(
        meaning(&compared(word)),
        Some(
            Meaning::NoElement
                | Meaning::NoSwizzle
                | Meaning::Element(_)
                | Meaning::ElementAs(_)
                | Meaning::Swizzle(_)
        )
    );
    is_type || is_mode || is_known || key_of("", word).is_some_and(|key| key.is_choice())
}
