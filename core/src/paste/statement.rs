//! The statement that a number stands in: what is done to it there.

use core::ops::Range;

use crate::link::Notice;
use crate::paste::expression;
use crate::paste::pasted::short;

/// The right side of the statement in which something stands.
pub(super) fn around(text: &str, at: Range<usize>) -> &str {
    let is_end = |c: char| matches!(c, ';' | '\n' | '=');
    let start = text[..at.start].rfind(is_end).map_or(0, |end| end + 1);
    let end = text[at.end..]
        .find(is_end)
        .map_or(text.len(), |end| at.end + end);
    text[start..end].trim()
}

/// What a statement comes to, where it is more than one number.
pub(super) fn computed(statement: &str) -> Option<u64> {
    let has_sign = statement.contains(['+', '|', '*', '&']) || statement.contains(" - ");
    has_sign.then(|| expression::constant(statement))?
}

/// A register of LLVM's or PTX's that something is done with beside a constant.
pub(super) fn unknown_register(statement: &str) -> Option<Notice> {
    const OPERATIONS: [&str; 7] = ["or", "add", "xor", "and", "or.b64", "add.s64", "add.u64"];
    let is_done = statement.split(' ').any(|word| OPERATIONS.contains(&word));
    let mut words = statement.split([' ', ',', '\t']);
    let register = words.find(|word| is_done && word.starts_with('%'))?;
    Some(Notice {
        part: short(register),
        why: "is not known here: only the constant beside it was read".into(),
    })
}

#[cfg(test)]
mod tests {
    use crate::paste::PasteChoice;
    use crate::state::Shown;

    #[test]
    fn what_is_added_to_a_number_counts_and_what_is_not_known_is_named() {
        let read = |text: &str| {
            crate::paste::shown_from_paste(text, &PasteChoice::default(), &Shown::default())
        };
        for (text, raw) in [
            ("0x4000004000010040 + 2", 0x4000_0040_0001_0042),
            (
                "d = 0x4000004000010040ull + (32 >> 4);",
                0x4000_0040_0001_0042,
            ),
            ("desc: 0x4000004000010040", 0x4000_0040_0001_0040),
        ] {
            let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(pasted.shown.said.given.unwrap().raw(), raw, "{text}");
            assert_eq!(pasted.notices, [], "{text}");
        }
        let pasted = read("%12 = or disjoint i64 %11, 4611686293305360384").unwrap();
        assert_eq!(pasted.notices[0].part, "%11");
    }
}
