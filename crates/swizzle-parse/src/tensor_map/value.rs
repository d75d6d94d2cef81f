//! Values behind a key: numbers in any brackets, and enumerators.

/// Numbers, and where they begin and end.
pub(super) type Numbers = (Vec<i128>, usize, usize);

/// Returns the start of a value: behind the size of an array, `=` and `:`.
fn begin(text: &str) -> usize {
    let mut at = 0;
    if text.starts_with('[')
        && let Some(close) = text.find(']')
        && text[close + 1..].trim_start().starts_with('=')
    {
        at = close + 1;
    }
    let is_between = |c: char| c.is_whitespace() || matches!(c, '=' | ':');
    at + (text[at..]
        .find(|c| !is_between(c))
        .unwrap_or(text.len() - at))
}

/// A number at the start of a text, and its length.
fn number(text: &str) -> Option<(i128, usize)> {
    let is_negative = text.starts_with('-');
    // `_64` is a constant of CuTe.
    let skip = usize::from(is_negative || text.starts_with('_'));
    let digits = &text[skip..];
    let (radix, from) = match digits.get(..2) {
        Some("0x" | "0X") => (16, 2),
        _ => (10, 0),
    };
    let length = digits[from..].find(|c: char| !c.is_digit(radix));
    let length = length.unwrap_or(digits.len() - from);
    let value = i128::from_str_radix(digits.get(from..from + length)?, radix).ok()?;
    let end = skip + from + length;
    let suffix = text[end..].find(|c| !matches!(c, 'u' | 'U' | 'l' | 'L'));
    let suffix = suffix.unwrap_or(text.len() - end);
    Some((if is_negative { -value } else { value }, end + suffix))
}

/// The separator between two numbers of a list without brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Space,
    Comma,
    Product,
}

/// The separator between two numbers, and its length; none where the list ends.
fn between(text: &str) -> Option<(Between, usize)> {
    let sign = text.trim_start();
    let space = text.len() - sign.len();
    let (kind, length) = match sign.chars().next()? {
        ',' => (Between::Comma, 1),
        'x' | 'X' | '*' => (Between::Product, 1),
        '×' => (Between::Product, '×'.len_utf8()),
        'b' if sign.starts_with("by ") && space > 0 => (Between::Product, 2),
        _ if space > 0 => (Between::Space, 0),
        _ => return None,
    };
    let behind = &sign[length..];
    let gap = behind.len() - behind.trim_start().len();
    Some((kind, space + length + gap))
}

/// A number that is not the beginning of a name: `128`, and not `128B`.
fn whole_number(text: &str) -> Option<(i128, usize)> {
    let (value, length) = number(text)?;
    let behind = &text[length..];
    let is_product = behind
        .strip_prefix(['x', 'X'])
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_name = behind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (!is_name || is_product).then_some((value, length))
}

/// Longer lists are of nothing that a map holds: its longest have five numbers.
const LIST_MAX: usize = 32;

/// A list of numbers: in brackets, or with one kind of sign between them, spaces, commas or `x`.
pub(super) fn numbers(text: &str) -> Option<Numbers> {
    let from = begin(text);
    if text[from..].starts_with(['(', '[', '{']) {
        return in_brackets(text, from);
    }
    let (first, length) = whole_number(&text[from..])?;
    let (mut found, mut end, mut kind) = (vec![first], from + length, None);
    while found.len() < LIST_MAX
        && let Some((sign, gap)) = between(&text[end..])
        && kind.is_none_or(|kind| kind == sign)
        && let Some((value, length)) = whole_number(&text[end + gap..])
    {
        kind = Some(sign);
        found.push(value);
        end += gap + length;
    }
    Some((found, from, end))
}

/// A list in brackets, with any separators between its numbers; none where it holds something else.
fn in_brackets(text: &str, from: usize) -> Option<Numbers> {
    let (mut at, mut depth, mut found) = (from, 0_u32, Vec::new());
    while let Some(c) = text[at..].chars().next() {
        if let Some((value, length)) = number(&text[at..]) {
            if found.len() == LIST_MAX {
                return None;
            }
            found.push(value);
            at += length;
            continue;
        }
        at += c.len_utf8();
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (!found.is_empty()).then_some((found, from, at));
                }
            }
            ',' | '*' | '×' | 'x' => {}
            c if c.is_whitespace() => {}
            _ => return None,
        }
    }
    None
}

/// The first number of a value: an address may have more behind it, and may be spelled as a null pointer.
pub(super) fn first_number(text: &str) -> Option<Numbers> {
    let from = begin(text);
    let rest = &text[from..];
    for null in ["(nil)", "nullptr", "NULL"] {
        if rest.starts_with(null) {
            return Some((vec![0], from, from + null.len()));
        }
    }
    let (value, length) = number(rest)?;
    Some((vec![value], from, from + length))
}

/// Returns the start and end of an enumeration's value: casts, a number or a name, and the name in parentheses behind it.
pub(super) fn choice_end(text: &str) -> Option<(usize, usize)> {
    let from = begin(text);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut at = from;
    loop {
        let rest = &text[at..];
        let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if word > 0 {
            let is_type = rest[..word].starts_with("CUtensorMap") || &rest[..word] == "static_cast";
            at += word;
            if !is_type {
                break;
            }
        } else {
            match rest.chars().next()? {
                '(' | ')' | '<' | '>' | ':' | '.' | ' ' => at += 1,
                _ => return None,
            }
        }
    }
    let rest = &text[at..];
    let is_named = rest.trim_start().starts_with("(CU_");
    let close = rest.find(')').filter(|_| is_named || rest.starts_with(')'));
    Some((from, close.map_or(at, |close| at + close + 1)))
}
