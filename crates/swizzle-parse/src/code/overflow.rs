//! Shifts whose result in C is not the expected one: a plain number is an int of 32 bits.

use crate::pasted::{notice, short};
use swizzle_expression::{Joins, Lexer, Number, Token};
use swizzle_view::link::Notice;

/// The first shift of a text that leaves an int.
///
/// Source: C17 6.5.7: the result has the type of the left operand, and a shift by its width or more is undefined.
pub(crate) fn overflow(text: &str) -> Option<Notice> {
    // Statements of C end with a semicolon; other languages infer the width.
    let is_c = text.contains(';') && !text.contains("let ");
    let tokens: Vec<Token<'_>> = Lexer::new(text, Joins::Code).filter(|_| is_c).collect();
    let part = tokens.windows(3).enumerate().find_map(|(at, shift)| {
        // A cast before it specifies its type.
        let is_cast = at > 0 && tokens[at - 1].text == ")";
        (!is_cast).then(|| overflowing(shift)).flatten()
    })?;
    Some(notice(
        &part,
        format!(
            "overflows in C, where a plain number is an int of 32 bits; read as {}",
            short(&part.replacen(' ', "ull ", 1))
        ),
    ))
}

/// A plain number, `<<` and a number, where they leave an int.
fn overflowing(shift: &[Token<'_>]) -> Option<String> {
    let [left, sign, right] = shift else {
        return None;
    };
    let value = Number::read(left.text, 10).ok();
    // A suffix specifies its type, too.
    let value = value
        .filter(|value| value.rest.is_empty() && sign.text == "<<")?
        .value;
    let by = Number::literal(right.text, 10).ok()?.value;
    let fits = by < 31 && value < 1 << 31 && value << by <= i32::MAX as u64;
    (!fits && value > 0).then(|| format!("{} << {}", left.text, right.text))
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
