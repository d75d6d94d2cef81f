//! TileLang's messages about one argument of a tensor map.

use crate::tensor_map::key::{Entry, Key, key_of};
use crate::tensor_map::value::first_number;

/// The number behind a part of a line.
fn behind(line: &str, part: &str) -> Option<i128> {
    let (_, rest) = line.split_once(part)?;
    let (numbers, ..) = first_number(rest)?;
    numbers.first().copied()
}

/// Returns the argument that a message is about, and its value: `boxDim[0] must be <= 256, but got 257`; none where a line is
/// not a message.
pub(super) fn message(line: &str) -> Option<Vec<Entry<'_>>> {
    if !line.contains(" must be ") {
        return None;
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = line
        .split(|c: char| !is_part(c))
        .filter(|word| !word.is_empty());
    let named = words.find_map(|word| key_of("", word).map(|key| (word, key)));
    let Some((name, key)) = named else {
        return Some(Vec::new());
    };
    let index = line.split_once(name).and_then(|(_, rest)| {
        let (index, _) = rest.strip_prefix('[')?.split_once(']')?;
        index.parse::<usize>().ok()
    });
    let index = index.unwrap_or(0).min(4);
    let value = behind(line, "but got ")
        .or_else(|| behind(line, "] = "))
        .or_else(|| behind(line, "mod16="));
    let Some(value) = value else {
        return Some(Vec::new());
    };
    // The values before the reported one are in order; a box of one dimension has no strides.
    let padded = |usual: i128| {
        let mut numbers = vec![usual; index];
        numbers.push(value);
        numbers
    };
    let numbers = match key {
        Key::Box => padded(16),
        Key::ElementStrides => padded(1),
        Key::Extents => padded(4096),
        Key::DriverStrides | Key::Strides => padded(1 << 16),
        _ => vec![value],
    };
    let dimensions = numbers.len();
    let entry = |key, text, numbers| Entry {
        key,
        name,
        text,
        numbers,
    };
    let mut found = Vec::new();
    match key {
        Key::DriverStrides | Key::Strides => {
            found.push(entry(Key::DriverStrides, line, numbers));
            found.push(entry(Key::Rank, "", vec![dimensions as i128 + 1]));
        }
        Key::Extents | Key::ElementStrides => {
            found.push(entry(key, line, numbers));
            found.push(entry(Key::Rank, "", vec![dimensions as i128]));
        }
        _ => found.push(entry(key, line, numbers)),
    }
    let bits = line
        .strip_suffix(" bits")
        .and_then(|line| line.rsplit(' ').next());
    if let Some(bits) = bits.and_then(|bits| bits.parse().ok()) {
        found.push(entry(Key::Bits, "", vec![bits]));
    }
    let span = match behind(line, "swizzle span (") {
        Some(32) => Some("32B"),
        Some(64) => Some("64B"),
        Some(128) => Some("128B"),
        _ => None,
    };
    found.extend(span.map(|span| entry(Key::Swizzle, span, Vec::new())));
    Some(found)
}
