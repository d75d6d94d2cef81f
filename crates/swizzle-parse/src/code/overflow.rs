//! Shifts that C would not do as they are meant: a plain number is an int of 32 bits.

use crate::pasted::short;
use swizzle_code::number_from_text;
use swizzle_view::link::Notice;

/// The first shift of a text that leaves an int.
///
/// Source: C17 6.5.7: the result has the type of the left operand, and a shift by its width or more is undefined.
pub(crate) fn overflow(text: &str) -> Option<Notice> {
    // Statements of C end so; other languages infer the width.
    let is_c = text.contains(';') && !text.contains("let ");
    let mut shifts = text.match_indices("<<").filter(|_| is_c);
    let part = shifts.find_map(|(at, _)| overflowing(&text[..at], &text[at + 2..]))?;
    Some(Notice {
        why: format!(
            "overflows in C, where a plain number is an int of 32 bits; read as {}",
            short(&part.replacen(' ', "ull ", 1))
        ),
        part: short(&part),
    })
}

/// The shift between two parts of a text, where it is one of a plain number by a plain number and leaves an int.
fn overflowing(before: &str, after: &str) -> Option<std::string::String> {
    let is_literal = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = before.trim_end();
    let rest = before.trim_end_matches(is_literal);
    let (left, after) = (&before[rest.len()..], after.trim_start());
    let right = &after[..after.len() - after.trim_start_matches(is_literal).len()];
    // A cast before it says its type; so do its last letters.
    let is_typed = rest.trim_end().ends_with(')') || left.ends_with(['u', 'U', 'l', 'L']);
    let is_number = left.starts_with(|c: char| c.is_ascii_digit());
    if is_typed || !is_number {
        return None;
    }
    let (value, by) = (number_from_text(left).ok()?, number_from_text(right).ok()?);
    let fits = by < 31 && u64::from(value) << by <= i32::MAX as u64;
    (!fits && value > 0).then(|| format!("{left} << {right}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_leaves_an_int_is_named() {
        for (text, part) in [
            ("desc |= 64 << 32;", Some("64 << 32")),
            ("d = (uint64_t)(64 << 32);", Some("64 << 32")),
            ("d |= 1<<62 ;", Some("1 << 62")),
            ("d |= 2 << 30;", Some("2 << 30")),
            ("d |= (uint64_t)64 << 32;", None),
            ("d |= 64ull << 32;", None),
            ("d |= 1 << 16;", None),
            ("d |= x << 32;", None),
            ("let d = 64 << 32;", None),
            ("d = 64 << 32", None),
            ("d |= 0 << 62;", None),
            ("<<;", None),
        ] {
            let found = overflow(text).map(|notice| notice.part);
            assert_eq!(found.as_deref(), part, "{text}");
        }
    }
}
