//! The statements of source code, and what each does to which variable.

use crate::calls::call::is_name;
use crate::code::loops::end_of;

/// A statement, and the sign that ends it.
#[derive(Clone, Copy)]
pub(super) struct Statement<'t> {
    pub(super) text: &'t str,
    pub(super) end: u8,
}

/// The statements of a text: up to a semicolon, a brace, or a line end that is inside of no bracket and behind no operator.
pub(super) fn statements(text: &str) -> Vec<Statement<'_>> {
    let bytes = text.as_bytes();
    let (mut all, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    for (i, b) in bytes.iter().enumerate() {
        let is_end = match b {
            b'(' | b'[' => {
                depth += 1;
                false
            }
            b')' | b']' => {
                depth = depth.saturating_sub(1);
                false
            }
            b';' | b'{' | b'}' => {
                depth = 0;
                true
            }
            // `d = 1, e = 2`
            b',' if depth == 0 => is_set(&text[i + 1..]) && text[start..i].contains('='),
            b'\n' if depth == 0 => {
                let goes_on = |b: Option<&u8>| b.is_some_and(|b| b"|&^+*=<>\\,".contains(b));
                let before = text[start..i].trim_end().as_bytes().last();
                let next = bytes[i + 1..]
                    .iter()
                    .take(256)
                    .find(|b| !b.is_ascii_whitespace());
                !goes_on(before) && !goes_on(next)
            }
            _ => false,
        };
        if is_end {
            all.push(Statement {
                text: &text[start..i],
                end: *b,
            });
            start = i + 1;
        }
    }
    all.push(Statement {
        text: &text[start..],
        end: b'\n',
    });
    all.retain(|one| !one.text.trim().is_empty() || matches!(one.end, b'{' | b'}'));
    all
}

/// Whether a text begins with a name that is assigned to.
pub(super) fn is_set(text: &str) -> bool {
    let name = text.trim_start();
    let behind = name.trim_start_matches(is_name).trim_start();
    name.starts_with(is_name) && behind.starts_with('=') && !behind.starts_with("==")
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Set,
    Or,
    Add,
}

/// The variable, what is done to it, and with what.
pub(super) fn taken_apart(statement: &str) -> (&str, Operation, &str) {
    if let Some(defined) = statement.trim_start().strip_prefix("#define") {
        let defined = defined.trim();
        let end = defined.find(|c| !is_name(c)).unwrap_or(defined.len());
        return (&defined[..end], Operation::Set, &defined[end..]);
    }
    let bytes = statement.as_bytes();
    for (i, b) in bytes.iter().enumerate() {
        let is_equal = *b == b'='
            && bytes.get(i + 1) != Some(&b'=')
            && !(i > 0 && matches!(bytes[i - 1], b'=' | b'!' | b'<' | b'>'));
        if !is_equal {
            continue;
        }
        let (operation, end) = match i.checked_sub(1).map(|before| bytes[before]) {
            Some(b'|') => (Operation::Or, i - 1),
            Some(b'+' | b'-' | b'&' | b'^' | b'*' | b'/' | b'%') => (Operation::Add, i - 1),
            _ => (Operation::Set, i),
        };
        let left = statement[..end].trim_end();
        let is_name =
            |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '>' | '-' | '[' | ']');
        let start = left.trim_end_matches(is_name).len();
        return (&left[start..], operation, &statement[i + 1..]);
    }
    let right = statement.trim();
    let right = right.strip_prefix("return").unwrap_or(right);
    ("return", Operation::Set, right)
}

/// The inside of the brackets that a text begins with, and what follows.
pub(super) fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('(')?;
    let end = end_of(inside, |b| b == b')')?;
    Some((&inside[..end], inside[end + 1..].trim_start()))
}

/// Columns before a statement on its line.
pub(super) fn indent(text: &str) -> usize {
    let line = text.trim_start_matches(['\n', '\r']);
    line.len() - line.trim_start().len()
}
