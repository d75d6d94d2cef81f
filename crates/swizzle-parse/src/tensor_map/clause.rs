//! The clauses of a line: a print may have lost its line ends, as in a box of one line.

use super::*;

/// A part of a line.
#[derive(Clone, Copy)]
pub(super) enum Clause<'a> {
    /// Keys and values.
    Arguments(&'a str),
    /// An error in one argument.
    Message(&'a str),
    /// The failure of a call.
    Failure(&'a str),
}

/// The beginnings of a sentence about a failure.
const OPENERS: [&str; 4] = ["Failed to ", "Invalid ", "No local ", "Error"];

/// The parts of a text that tell of a failure, and not of an argument.
const FAILURES: [&str; 6] = [
    "the TMA descriptor",
    "TMA descriptor arguments",
    "TMA descriptor creation",
    "CUDA_ERROR_",
    "constraint violation",
    "before calling cuTensorMap",
];

/// The part that every message about an argument has.
pub(super) const MUST_BE: &str = " must be ";

/// Whether a text has a message or tells of a failure.
pub(super) fn tells(text: &str) -> bool {
    text.contains(MUST_BE) || FAILURES.iter().any(|part| text.contains(part))
}

/// Bytes of a message or a failure that are searched before the part by which it is known.
const BEFORE: usize = 160;

/// The clauses of a line, in their order.
pub(super) fn clauses(line: &str) -> Vec<Clause<'_>> {
    let mut signs: Vec<(usize, &str)> = line.match_indices(MUST_BE).collect();
    signs.extend(FAILURES.iter().flat_map(|part| line.match_indices(part)));
    signs.sort_unstable();
    let mut all = Vec::new();
    let mut from = 0;
    let messages: Vec<(usize, &str)> = line.match_indices(MUST_BE).collect();
    for (at, sign) in signs.iter().copied() {
        if at < from {
            continue;
        }
        let is_message = sign == MUST_BE;
        let start = begin(line, from, at, is_message);
        all.push(Clause::Arguments(&line[from..start]));
        let behind = at + sign.len();
        let ends = if is_message { &signs } else { &messages };
        let next = ends.get(ends.partition_point(|(next, _)| *next < behind));
        let limit = next.map_or(line.len(), |(next, sign)| begin(line, behind, *next, *sign == MUST_BE));
        let value = is_message.then(|| value_end(&line[behind..limit])).flatten();
        let length = value.or_else(|| next_key(&line[behind..limit]));
        from = length.map_or(limit, |length| behind + length);
        let text = line[start..from].trim();
        all.push(if is_message { Clause::Message(text) } else { Clause::Failure(text) });
    }
    all.push(Clause::Arguments(&line[from..]));
    all
}

/// Returns the start of the sentence that is known by its part at `at`.
fn begin(line: &str, from: usize, at: usize, is_message: bool) -> usize {
    let mut near = from.max(at.saturating_sub(BEFORE));
    while !line.is_char_boundary(near) {
        near += 1;
    }
    let text = &line[near..at];
    let mut start = if is_message {
        message_begin(text)
    } else {
        OPENERS.iter().filter_map(|part| text.rfind(part)).max().filter(|at| next_key(&text[*at..]).is_none())
    }
    .unwrap_or(text.len());
    // The names before the sentence tell its source: `what():`, `tvm.error.InternalError:`.
    loop {
        let before = text[..start].trim_end();
        if !before.ends_with(':') {
            return near + start;
        }
        let space = before.rfind(char::is_whitespace);
        start = space.map_or(0, |space| space + 1);
    }
}

/// The first word of `effective cuda globalStrides[0] (raw globalStride[1] = 2040)`, which is at the end of a text.
fn message_begin(text: &str) -> Option<usize> {
    const OTHERS: &str = "effective cuda raw elementSize";
    let all: Vec<(usize, &str)> = words(text).collect();
    let mut start = None;
    for (at, word) in all.into_iter().rev() {
        let (before, behind) = (&text[..at], &text[at + word.len()..]);
        let is_number = has_digit_first(word);
        if is_number && (before.ends_with('[') || before.ends_with("= ")) {
            continue;
        }
        let is_told = behind.is_empty() || behind.starts_with(['[', ' ']);
        let is_key = key_of("", word).is_some() && is_told && !is_valued(behind);
        if !is_key && !is_in(OTHERS, word) {
            break;
        }
        start = Some(at);
    }
    start
}

/// Whether the value of an argument follows.
fn is_valued(behind: &str) -> bool {
    let is_between = |c: char| c.is_whitespace() || "=:".contains(c);
    let value = behind.trim_start_matches(is_between);
    value.len() < behind.len()
        && (has_digit_first(value) || value.starts_with(any_of("([{")) || value.starts_with("CU_"))
}

/// Returns the end of a message's number: `but got 48 * 16 bits`, `mod16=8`.
fn value_end(text: &str) -> Option<usize> {
    let part = ["but got ", "mod16="].iter().find_map(|part| text.find(part).map(|at| at + part.len()))?;
    let number = part + usize::from(text[part..].starts_with('-'));
    let end = number + first_name(&text[number..]).len();
    let bits = text[end..].strip_prefix(" * ").and_then(|rest| {
        let rest = rest[first_name(rest).len()..].strip_prefix(" bits")?;
        Some(text.len() - rest.len())
    });
    Some(bits.unwrap_or(end))
}

/// Returns the start of the next argument with a value.
fn next_key(text: &str) -> Option<usize> {
    let mut before = (0, "");
    for (at, word) in words(text) {
        if is_valued(&text[at + word.len()..]) {
            if key_of("", word).is_some() {
                return Some(at);
            }
            if key_of(before.1, word).is_some() {
                return Some(before.0);
            }
        }
        before = (at, word);
    }
    None
}

/// Returns the argument that a message is about, and its value: `boxDim[0] must be <= 256, but got 257`; none where a line is
/// not a message.
pub(super) fn message(line: &str) -> Vec<Entry<'_>> {
    let behind = |part: &str| {
        let (numbers, ..) = first_number(line.split_once(part)?.1)?;
        numbers.first().copied()
    };
    let named = words(line).find_map(|(_, word)| Some((word, key_of("", word)?)));
    let value = ["but got ", "] = ", "mod16="].into_iter().find_map(behind);
    let (Some((name, key)), Some(value)) = (named, value) else {
        return Vec::new();
    };
    let index = line.split_once(name).and_then(|(_, rest)| {
        let (index, _) = rest.strip_prefix('[')?.split_once(']')?;
        index.parse::<usize>().ok()
    });
    let index = index.unwrap_or(0).min(4);
    // The values before the reported one are in order; a box of one dimension has no strides.
    let (key, usual, rank) = match key {
        Key::Box => (key, 16, None),
        Key::ElementStrides => (key, 1, Some(index + 1)),
        Key::Extents => (key, 4096, Some(index + 1)),
        Key::DriverStrides | Key::Strides => (Key::DriverStrides, 1 << 16, Some(index + 2)),
        _ => (key, 0, None),
    };
    let before = if usual > 0 { index } else { 0 };
    let numbers = [vec![usual; before], vec![value]].concat();
    let entry = |key, text, numbers| Entry::new(key, name, text, numbers);
    let mut found = vec![entry(key, line, numbers)];
    found.extend(rank.map(|rank| entry(Key::Rank, "", vec![rank as i128])));
    let bits = line.strip_suffix(" bits").and_then(|line| line.rsplit(' ').next());
    if let Some(bits) = bits.and_then(|bits| bits.parse().ok()) {
        found.push(entry(Key::Bits, "", vec![bits]));
    }
    if let Some(span @ (32 | 64 | 128)) = behind("swizzle span (") {
        found.push(entry(Key::Swizzle, &format!("{span}B"), Vec::new()));
    }
    found
}
