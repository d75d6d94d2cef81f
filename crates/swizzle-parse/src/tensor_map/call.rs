//! A tensor map from the arguments of the call that encodes it, and the text beside such a call.

use super::*;

/// The value of an enumeration in a text: the one enumerator in it, or a name or number of it; none where the text has none
/// or several.
pub(crate) fn choice_in(key: Key, text: &str) -> Option<&str> {
    let mut enumerators =
        words(text).map(|(_, word)| word).filter(|word| key_of_enumerator(word) == Some(key));
    match (enumerators.next(), enumerators.next()) {
        (Some(one), None) => is_of(key, one).then_some(one),
        (Some(_), Some(_)) => None,
        (None, _) => is_of(key, text).then_some(text),
    }
}

/// The map of a call's arguments.
pub(crate) fn map_from_call(arguments: &[Entry<'static>]) -> MapPrint {
    let known = arguments.iter().filter(|one| one.is_known);
    let entries: Vec<Entry<'_>> = known.cloned().collect();
    let mut map = map_from_record(&entries);
    map.what = "A tensor map, as code makes it";
    if let Some(rank) = entries.iter().find(|entry| entry.key == Key::Rank) {
        map.typed.rank = list(&rank.numbers);
        // An array that is shorter than the rank is a fault, and not unknown.
        for Entry { key, numbers, .. } in &entries {
            if !matches!(key, Key::Box | Key::Extents | Key::DriverStrides | Key::ElementStrides) {
                continue;
            }
            let is_strides = *key == Key::DriverStrides;
            let count = usize::try_from(rank.numbers[0]).unwrap_or(0).saturating_sub(usize::from(is_strides));
            // Two bytes are an element, and no row: the list is one longer than the driver's.
            if is_strides && numbers.len() == count + 1 && matches!(numbers[0], 1 | 2 | 4 | 8) {
                map.strides_behind = Some(list(&numbers[1..]));
            }
            if numbers.len() < count
                && let Some((field, name)) = key.field(&mut map.typed)
            {
                *field = list(numbers);
                map.assumed.retain(|one| *one != name);
            }
        }
    }
    for Entry { key, name, text, .. } in arguments.iter().filter(|one| !one.is_known) {
        map.unknown.push((name, quoted(text)));
        // A verdict needs these.
        let is_needed = matches!(key, Key::Box | Key::DataType | Key::Channels | Key::Pixels);
        if let Some((_, own)) = key.field(&mut map.typed) {
            map.assumed.retain(|one| *one != own || is_needed);
        }
        if matches!(key, Key::Swizzle | Key::DataType | Key::Interleave) {
            map.doubted.push(quoted(text));
        }
    }
    map
}

/// A text without what is in its brackets, which stay.
fn without_insides(text: &str) -> String {
    let mut depth = 0_u32;
    let is_kept = |c: &char| match c {
        '(' | '[' | '{' => {
            depth += 1;
            depth == 1
        }
        ')' | ']' | '}' => {
            depth = depth.saturating_sub(1);
            depth == 0
        }
        ';' | '\n' => true,
        _ => depth == 0,
    };
    text.chars().filter(is_kept).collect()
}

/// Reads the text beside a call: the chip, the driver's error, and words of its sentences that were not read.
pub(crate) fn beside_call(text: &str, map: &mut MapPrint) {
    const CODE: &str = "return if else static inline void const constexpr auto using namespace include extern default break case \
    import pragma once public private let mut unsafe";
    let signs = ['=', '(', ')', '<', '>', '*', '&', '[', ']', '{', '}', '#', '\"', '|', '+'];
    let bare = without_insides(text);
    for piece in bare.split([';', '\n']) {
        let (mut before, is_sentence) = ("", !piece.contains(signs));
        for (_, word) in words(piece) {
            let previous = std::mem::replace(&mut before, word);
            if let Some(target) = target_from_word(word) {
                map.target = map.target.or(Some(target));
            } else if let Some(error) = error_of(previous, word) {
                map.error = map.error.or(Some(error));
            } else if is_sentence && map.unread.len() < 12 {
                let is_named = !is_filler(word) && !is_in(CODE, word);
                map.unread.extend(is_named.then(|| quoted(word)));
            }
        }
    }
}
