//! The statement around a number, and what it does to the number.

use std::ops::Range;

use crate::pasted::{NOT_READ, notice};
use crate::syntax::value::{constant, evaluated};
use swizzle_view::link::Notice;

/// The right side of the statement around a range.
pub(crate) fn around(text: &str, at: Range<usize>) -> &str {
    let is_end = |c: char| matches!(c, ';' | '\n' | '=');
    let start = text[..at.start].rfind(is_end).map_or(0, |end| end + 1);
    let end = text[at.end..]
        .find(is_end)
        .map_or(text.len(), |end| at.end + end);
    text[start..end].trim()
}

/// Returns the value of the statement or argument around a number, where it is more than that, and its unknown part.
pub(crate) fn computed_at(text: &str, at: Range<usize>) -> (Option<u64>, Option<Notice>) {
    let (statement, argument) = (around(text, at.clone()), argument(text, at));
    (
        computed(statement).or_else(|| computed(argument)),
        unknown_register(statement).or_else(|| unknown(argument)),
    )
}

/// The argument of a call, or the contents of brackets, around a range.
fn argument(text: &str, at: Range<usize>) -> &str {
    let edge = |bytes: &mut dyn Iterator<Item = u8>, opens: &[u8], closes: &[u8]| {
        let mut depth = 0_u32;
        bytes
            .take(ARGUMENT_MAX)
            .take_while(|b| {
                let is_edge = closes.contains(b) || matches!(b, b',' | b';' | b'\n' | b'=');
                let is_inside = depth > 0 || !is_edge;
                depth = if opens.contains(b) {
                    depth + 1
                } else {
                    depth.saturating_sub(u32::from(closes.contains(b)))
                };
                is_inside
            })
            .count()
    };
    let before = edge(&mut text[..at.start].bytes().rev(), b")]}", b"([{");
    let behind = edge(&mut text[at.end..].bytes(), b"([{", b")]}");
    text.get(at.start - before..at.end + behind)
        .unwrap_or_default()
        .trim()
}

/// Longer arguments are not sums.
const ARGUMENT_MAX: usize = 256;

/// Names in an argument that nothing explains: what they add was left out.
fn unknown(argument: &str) -> Option<Notice> {
    let mut unknown = Vec::new();
    let has_sign = argument.contains(['+', '|', '*', '&']);
    has_sign.then(|| evaluated(argument, &[], &mut unknown))??;
    Some(notice(
        unknown.first()?,
        format!("is unknown here: what it adds {NOT_READ}"),
    ))
}

/// Returns the value of a statement, where it is more than one number.
pub(crate) fn computed(statement: &str) -> Option<u64> {
    let has_sign = statement.contains(['+', '|', '*', '&']) || statement.contains(" - ");
    has_sign.then(|| constant(statement))?
}

/// A register of LLVM's or PTX's that something is done with beside a constant.
fn unknown_register(statement: &str) -> Option<Notice> {
    const OPERATIONS: [&str; 7] = ["or", "add", "xor", "and", "or.b64", "add.s64", "add.u64"];
    let is_done = statement.split(' ').any(|word| OPERATIONS.contains(&word));
    let mut words = statement.split([' ', ',', '\t']);
    let register = words.find(|word| is_done && word.starts_with('%'))?;
    Some(notice(
        register,
        "is unknown here; only the constant beside it was read",
    ))
}

#[cfg(test)]
mod tests {
    use crate::PasteChoice;
    use swizzle_view::state::Shown;

    #[test]
    fn what_is_added_to_a_number_counts_and_what_is_not_known_is_named() {
        let read =
            |text: &str| crate::shown_from_paste(text, &PasteChoice::default(), &Shown::default());
        for (text, raw) in [
            ("0x4000004000010040 + 2", 0x4000_0040_0001_0042),
            (
                "d = 0x4000004000010040ull + (32 >> 4);",
                0x4000_0040_0001_0042,
            ),
            ("desc: 0x4000004000010040", 0x4000_0040_0001_0040),
            (
                "wgmma(d, 0x4000004000010040 + (32 >> 4), descB);",
                0x4000_0040_0001_0042,
            ),
        ] {
            let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(pasted.shown.said.given.unwrap().raw(), raw, "{text}");
            assert_eq!(pasted.notices, [], "{text}");
        }
        let pasted = read("wgmma(d, 0x4000004000010040 + ((k*16*2)>>4), descB);").unwrap();
        assert_eq!(pasted.unread().next().unwrap().part, "k");
        let pasted = read("%12 = or disjoint i64 %11, 4611686293305360384").unwrap();
        assert_eq!(pasted.notices[0].part, "%11");
    }
}
