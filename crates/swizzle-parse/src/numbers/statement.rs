//! The statement around a number, and what it does to the number.

use crate::tokens::is_in;
use std::ops::Range;

use crate::pasted::{NOT_READ, notice};
use crate::syntax::tree::{Kind, Node, nodes, tree};
use crate::syntax::value::{Value, value};
use swizzle_view::link::Notice;

/// The value of the expression around a range, where it is more than one number, and what in it is unknown.
pub(crate) fn computed_at(text: &str, at: Range<usize>) -> (Option<u64>, Option<Notice>) {
    let rows = tree(text);
    let is_around = |node: &&Node<'_>| {
        node.at <= at.start && at.end <= node.end() && matches!(node.kind, Kind::Operator(_))
    };
    let Some(node) = nodes(&rows).into_iter().find(is_around) else {
        return (None, unknown_register(text, at));
    };
    let mut unknown = Vec::new();
    let has_sign = node.text.contains(['+', '|', '*', '&']);
    let read = value(node, &[], &mut unknown).filter(|_| has_sign || node.text.contains(" - "));
    let name = unknown.first().filter(|_| has_sign && read.is_some());
    let adds =
        || name.map(|name| notice(name, format!("is unknown here: what it adds {NOT_READ}")));
    (
        read.and_then(Value::constant),
        unknown_register(text, at).or_else(adds),
    )
}

/// A register of LLVM's or PTX's that something is done with beside a constant.
fn unknown_register(text: &str, at: Range<usize>) -> Option<Notice> {
    const OPERATIONS: &str = "or add xor and or.b64 add.s64 add.u64";
    let is_end = |c: char| matches!(c, ';' | '\n' | '=');
    let start = text[..at.start].rfind(is_end).map_or(0, |end| end + 1);
    let end = text[at.end..]
        .find(is_end)
        .map_or(text.len(), |end| at.end + end);
    let statement = text[start..end].trim();
    let is_done = statement.split(' ').any(|word| is_in(OPERATIONS, word));
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
