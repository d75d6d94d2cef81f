//! A tensor map from the arguments of the call that encodes it, and the text beside such a call.

use super::*;

/// The value of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ArgumentValue {
    /// Numbers; one of a scalar.
    Numbers(Vec<i128>),
    /// An enumerator, or its number.
    Choice(String),
    /// Not known from the text.
    Unknown,
}

/// An argument of a call that encodes a tensor map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallArgument {
    pub key: Key,
    /// Its name in the driver's manual.
    pub name: &'static str,
    /// Its text, as written in the call.
    pub text: String,
    pub value: ArgumentValue,
}

/// The value of an enumeration in a text: the one enumerator in it, or a name or number of it; none where the text has none
/// or several.
pub(crate) fn choice_in(key: Key, text: &str) -> Option<&str> {
    let mut enumerators = words(text)
        .map(|(_, word)| word)
        .filter(|word| key_of_enumerator(word) == Some(key));
    match (enumerators.next(), enumerators.next()) {
        (Some(one), None) => is_of(key, one).then_some(one),
        (Some(_), Some(_)) => None,
        (None, _) => is_of(key, text).then_some(text),
    }
}

/// The map of a call's arguments.
pub(crate) fn map_from_call(arguments: &[CallArgument]) -> MapPrint {
    let entries: Vec<Entry<'_>> = arguments.iter().filter_map(entry).collect();
    let mut map = map_from_record(&entries);
    map.what = "A tensor map, as code makes it";
    let numbers = |key: Key| entries.iter().find(|entry| entry.key == key);
    if let Some(rank) = numbers(Key::Rank) {
        map.typed.rank = list(&rank.numbers);
        // An array that is shorter than the rank is a fault, and not unknown.
        for (key, name) in [
            (Key::Box, "box"),
            (Key::Extents, "extents"),
            (Key::DriverStrides, "strides"),
            (Key::ElementStrides, "element strides"),
        ] {
            let Some(given) = numbers(key) else {
                continue;
            };
            let count = usize::try_from(rank.numbers[0]).unwrap_or(0);
            let count = count.saturating_sub(usize::from(key == Key::DriverStrides));
            // Two bytes are an element, and no row: the list is one longer than the driver's.
            if key == Key::DriverStrides
                && given.numbers.len() == count + 1
                && matches!(given.numbers[0], 1 | 2 | 4 | 8)
            {
                map.strides_behind = Some(list(&given.numbers[1..]));
            }
            if given.numbers.len() < count {
                let field = match key {
                    Key::Box => &mut map.typed.box_elements,
                    Key::Extents => &mut map.typed.extents,
                    Key::DriverStrides => &mut map.typed.strides,
                    _ => &mut map.typed.element_strides,
                };
                *field = list(&given.numbers);
                map.assumed.retain(|one| *one != name);
            }
        }
    }
    let unknown = arguments
        .iter()
        .filter(|one| one.value == ArgumentValue::Unknown);
    for argument in unknown {
        map.unknown.push((argument.name, quoted(&argument.text)));
        map.assumed
            .retain(|one| *one != field_of(argument.key) || is_needed(argument.key));
        if matches!(argument.key, Key::Swizzle | Key::DataType | Key::Interleave) {
            map.doubted.push(quoted(&argument.text));
        }
    }
    map
}

/// Whether a verdict needs the argument.
const fn is_needed(key: Key) -> bool {
    matches!(key, Key::Box | Key::DataType | Key::Channels | Key::Pixels)
}

/// The field of an argument, as the map names it among its inferred values.
const fn field_of(key: Key) -> &'static str {
    match key {
        Key::Box => "box",
        Key::Extents => "extents",
        Key::Strides | Key::DriverStrides => "strides",
        Key::Address => "address",
        Key::Swizzle => "swizzle",
        Key::DataType => "data type",
        Key::Channels => "channels",
        Key::Pixels => "pixels",
        Key::Rank
        | Key::ElementStrides
        | Key::Interleave
        | Key::L2Promotion
        | Key::OobFill
        | Key::LowerCorner
        | Key::UpperCorner
        | Key::MapAddress
        | Key::Bits => "",
    }
}

fn entry(argument: &CallArgument) -> Option<Entry<'_>> {
    let CallArgument {
        key, name, text, ..
    } = argument;
    Some(match &argument.value {
        ArgumentValue::Unknown => return None,
        ArgumentValue::Choice(value) => Entry::choice(*key, name, value),
        ArgumentValue::Numbers(numbers) => Entry {
            key: *key,
            name,
            text,
            numbers: numbers.clone(),
        },
    })
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
    let signs = [
        '=', '(', ')', '<', '>', '*', '&', '[', ']', '{', '}', '#', '\"', '|', '+',
    ];
    let bare = without_insides(text);
    for piece in bare.split([';', '\n']) {
        for clause in clauses(piece) {
            let (Clause::Arguments(text) | Clause::Message(text) | Clause::Failure(text)) = clause;
            if matches!(clause, Clause::Failure(_)) {
                map.error = map.error.or_else(|| error_of(text));
                continue;
            }
            let is_sentence = !text.contains(signs);
            for (_, word) in words(text) {
                if let Some(target) = target_from_word(word) {
                    map.target = map.target.or(Some(target));
                } else if is_sentence && map.unread.len() < 12 {
                    let is_named = !is_filler(word) && !is_in(CODE, word);
                    map.unread.extend(is_named.then(|| quoted(word)));
                }
            }
        }
    }
}
