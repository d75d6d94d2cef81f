//! Shifts whose result in C is not the expected one: a plain number is an int of 32 bits.

use crate::pasted::{notice, short};
use crate::syntax::tree::{Kind, Node, nodes, tree};
use swizzle_expression::Number;
use swizzle_view::link::Notice;

/// The first shift of a text that leaves an int.
///
/// Source: C17 6.5.7: the result has the type of the left operand, and a shift by its width or more is undefined.
pub(crate) fn overflow(text: &str) -> Option<Notice> {
    // Statements of C end with a semicolon; other languages infer the width.
    let is_c = text.contains(';') && !text.contains("let ");
    let rows = if is_c { tree(text) } else { Vec::new() };
    // A suffix or a cast specifies its type.
    let is_plain = |node: &Node<'_>| {
        matches!(node.kind, Kind::Number(1..))
            && Number::read(node.text, 10).is_ok_and(|number| number.rest.is_empty())
    };
    let part = nodes(&rows).into_iter().find_map(|node| {
        let (Kind::Operator("<<"), [left, right, ..]) = (node.kind, &node.of[..]) else {
            return None;
        };
        let (Kind::Number(value), Kind::Number(by)) = (left.kind, right.kind) else {
            return None;
        };
        let fits = by < 31 && value < 1 << 31 && value << by <= i32::MAX as u64;
        (!fits && is_plain(left)).then(|| format!("{} << {}", left.text, right.text))
    })?;
    Some(notice(
        &part,
        format!(
            "overflows in C, where a plain number is an int of 32 bits; read as {}",
            short(&part.replacen(' ', "ull ", 1))
        ),
    ))
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
