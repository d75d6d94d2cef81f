//! Arrays of numbers in source code: `cuuint32_t box[2] = {64, 128};`, `box = [64, 128]`, `box[0] = 64;`.

use crate::calls::argument::{self, Read};
use crate::calls::call::{group, is_name};
use crate::syntax::value::Variable;

/// Arrays that a text sets, by their names; of a number that is not known there is none.
pub(crate) type Lists = Vec<(String, Vec<Option<i128>>)>;

/// Statements that are looked at.
const SETTINGS_MAX: usize = 512;

/// Elements of an array that are looked at.
const ELEMENTS_MAX: usize = 16;

/// The number of an expression.
pub(crate) fn number(text: &str, known: &[Variable]) -> Option<i128> {
    let text = text.trim();
    if matches!(text, "nullptr" | "NULL" | "None") {
        return Some(0);
    }
    match argument::number(text, known) {
        Read::Known(number) => Some(number.into()),
        Read::Unknown(_) => None,
    }
}

/// The arrays of a text.
pub(crate) fn lists(text: &str, known: &[Variable]) -> Lists {
    let mut all = Lists::new();
    for statement in statements(text) {
        if let Some((name, list)) = set(statement, known) {
            all.retain(|(other, _)| *other != name);
            all.push((name, list));
        } else if let Some((name, at, value)) = element_set(statement, known) {
            let place = all.iter().position(|(other, _)| *other == name);
            let place = place.unwrap_or_else(|| {
                all.push((name, Vec::new()));
                all.len() - 1
            });
            let list = &mut all[place].1;
            if list.len() <= at {
                list.resize(at + 1, None);
            }
            list[at] = value;
        }
    }
    all
}

/// Statements: up to a semicolon, or a line end that is inside of no bracket.
fn statements(text: &str) -> Vec<&str> {
    let (mut all, mut start, mut depth, mut braces) = (Vec::new(), 0, 0_u32, 0_u32);
    for (at, b) in text.bytes().enumerate() {
        match b {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'{' => braces += 1,
            b'}' => braces = braces.saturating_sub(1),
            // Rust's `[u32; 2]` goes on.
            b';' if depth == 0 => braces = 0,
            b'\n' if depth == 0 && braces == 0 => {}
            _ => continue,
        }
        let is_end = matches!(b, b';' | b'\n');
        if is_end && all.len() < SETTINGS_MAX {
            all.push(&text[start..at]);
            start = at + 1;
        }
    }
    if all.len() < SETTINGS_MAX {
        all.push(&text[start..]);
    }
    all
}

/// The last assignment of a statement, its sides.
fn sides(statement: &str) -> Option<(&str, &str)> {
    let bytes = statement.as_bytes();
    let is_sign = |at: &usize| {
        bytes[*at] == b'='
            && bytes.get(at + 1) != Some(&b'=')
            && !(*at > 0 && b"=!<>+-*/|&^".contains(&bytes[at - 1]))
    };
    let at = (0..bytes.len()).rev().find(is_sign)?;
    Some((&statement[..at], &statement[at + 1..]))
}

/// The name that is set: `const cuuint32_t box[2]`, `let dims: [u64; 2]`.
fn name_of(left: &str) -> Option<String> {
    let mut left = left.trim_end();
    // A type behind the name, and not a path.
    if let Some(at) = left.rfind(": ") {
        let before = left[..at].trim_end();
        let is_path = before.ends_with(':') || before.is_empty();
        if !is_path && left[at..].contains(['[', '<', 'l', 't']) {
            left = before;
        }
    }
    if left.ends_with(']') {
        left = left[..left.rfind('[')?].trim_end();
    }
    let name = &left[left.trim_end_matches(is_name).len()..];
    (!name.is_empty()).then(|| name.to_string())
}

/// An array that a statement sets whole.
fn set(statement: &str, known: &[Variable]) -> Option<(String, Vec<Option<i128>>)> {
    if let Some((left, right)) = sides(statement)
        && let Some(list) = written(right, known)
    {
        return Some((name_of(left)?, list));
    }
    // `std::array<cuuint32_t, 2> box{64, 128}`.
    let open = statement.rfind('{')?;
    let open = statement[..open]
        .trim_end()
        .strip_suffix('{')
        .map_or(open, str::len);
    let name = name_of(&statement[..open])?;
    Some((name, written(&statement[open..], known)?))
}

/// One element that a statement sets: `box[0] = 64`.
fn element_set(statement: &str, known: &[Variable]) -> Option<(String, usize, Option<i128>)> {
    let (left, right) = sides(statement)?;
    let inside = left.trim_end().strip_suffix(']')?;
    let open = inside.rfind('[')?;
    let at: usize = inside[open + 1..].trim().parse().ok()?;
    let name = name_of(&inside[..open])?;
    (at < ELEMENTS_MAX).then(|| (name, at, number(right, known)))
}

/// An array that is written out: its bracket opens the text, but for a type, a cast or an address before it.
fn written(text: &str, known: &[Variable]) -> Option<Vec<Option<i128>>> {
    let text = text.trim();
    let is_tuple = text.starts_with('(');
    let open = match text.find('{') {
        Some(open) => open,
        None if is_tuple => 0,
        None => {
            let open = text.find('[')?;
            let before = text[..open].trim_end();
            let is_free = before.is_empty() || before.ends_with(['!', '&', '(']);
            is_free.then_some(open)?
        }
    };
    let (parts, after) = group(text, open)?;
    // A call, or an expression in brackets.
    if is_tuple && open == 0 && (parts.len() < 2 || !text[after..].trim().is_empty()) {
        return None;
    }
    if let [inner] = parts[..]
        && inner.starts_with('{')
    {
        return written(inner, known);
    }
    if parts.is_empty() || parts.len() > ELEMENTS_MAX {
        return None;
    }
    // Rust's `[1; 2]` and Python's `[1] * 2`.
    let behind = text[after..].trim_start();
    let (part, times) = match (parts[0].split_once(';'), behind.strip_prefix('*')) {
        (Some((part, times)), _) => (part, Some(times)),
        (None, times) => (parts[0], times),
    };
    if let Some(times) = times.filter(|_| parts.len() == 1) {
        let times = number(times, known).and_then(|times| usize::try_from(times).ok())?;
        let is_few = times <= ELEMENTS_MAX;
        return is_few.then(|| vec![number(part, known); times]);
    }
    let all = parts.iter().map(|part| number(part, known)).collect();
    Some(all)
}

/// The numbers of an argument: written out, or those of an array that the text sets; none where one is not known.
pub(crate) fn list_of(text: &str, known: &[Variable], lists: &Lists) -> Option<Vec<i128>> {
    let text = text.trim();
    if matches!(text, "nullptr" | "NULL" | "None") {
        return Some(Vec::new());
    }
    if let Some(list) = written(text, known) {
        return list.into_iter().collect();
    }
    // The name in `(cuuint32_t*)box.data() + 1`, `&box[1]`, `reinterpret_cast<const cuuint64_t*>(dims)`.
    let (path, added) = match text.rsplit_once('+') {
        Some((path, number)) => (path, number.trim().parse::<usize>().ok()?),
        None => (text, 0),
    };
    let mut path = path.trim().trim_end_matches(')').trim_end();
    for method in [".data(", ".as_ptr(", ".begin(", ".as_mut_ptr(", ".ctypes"] {
        path = path.strip_suffix(method).unwrap_or(path);
    }
    let mut from = added;
    if let Some(inside) = path.strip_suffix(']') {
        let open = inside.rfind('[')?;
        from += inside[open + 1..].trim().parse::<usize>().ok()?;
        path = &inside[..open];
    }
    let name = &path[path.trim_end_matches(is_name).len()..];
    let (_, list) = lists.iter().find(|(other, _)| other == name)?;
    list.get(from..)?.iter().copied().collect()
}
