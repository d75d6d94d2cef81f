//! Operands of an instruction as they are written.

use swizzle_expression::{Binary, tree::tree};

use crate::names::{Bound, Names};

/// An operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand<'a> {
    /// A register of the function.
    Register(u32),
    /// A number, sign-extended.
    Number(u64),
    /// A variable of the function: local memory, a parameter.
    Variable(u32),
    /// Another name: a variable of the module, a function, a label, a register of the machine.
    Name(&'a str),
    /// `[base + offset]`: this operand of the list is the base; coordinates are behind it.
    Address(u32, i64),
    /// `{a, b}`, `(a, b)` or `a|b`: this many operands of the list, from this one on.
    Several(u32, u32),
    /// `_`, or what is not understood.
    Nothing,
}

impl<'a> Operand<'a> {
    /// The name, if it is one.
    pub(crate) const fn name(&self) -> Option<&'a str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// Reads a list of operands, and returns the range in which they are.
pub(crate) fn read_operands<'a>(
    text: &'a str,
    names: &mut Names<'a>,
    all: &mut Vec<Operand<'a>>,
) -> (u32, u32) {
    let mut list: Vec<Operand<'a>> = Vec::new();
    for part in Parts::of(text, b',') {
        list.push(read_operand(part, names, all));
    }
    push_list(list, all)
}

fn push_list<'a>(list: Vec<Operand<'a>>, all: &mut Vec<Operand<'a>>) -> (u32, u32) {
    let start = all.len() as u32;
    all.extend(list);
    (start, all.len() as u32 - start)
}

/// The parts of a list between separators outside of brackets.
struct Parts<'a> {
    rest: Option<&'a str>,
    separator: u8,
}

impl<'a> Parts<'a> {
    const fn of(text: &'a str, separator: u8) -> Self {
        Self { rest: Some(text), separator }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let mut depth = 0u32;
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                b'{' | b'(' | b'[' => depth += 1,
                b'}' | b')' | b']' => depth = depth.saturating_sub(1),
                _ if byte == self.separator && depth == 0 => {
                    self.rest = Some(&rest[at + 1..]);
                    return Some(rest[..at].trim());
                }
                _ => {}
            }
        }
        self.rest = None;
        let last = rest.trim();
        (!last.is_empty()).then_some(last)
    }
}

fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

fn read_operand<'a>(text: &'a str, names: &mut Names<'a>, all: &mut Vec<Operand<'a>>) -> Operand<'a> {
    if let Some(inner) = between(text, '[', ']') {
        return read_address(inner, names, all);
    }
    // A list in round brackets is a call's.
    if text.starts_with('(') && !text.contains(',') && text.contains(is_operator) {
        return read_expression(text).map_or(Operand::Nothing, Operand::Number);
    }
    let inner = between(text, '{', '}').or_else(|| between(text, '(', ')'));
    let parts = match inner {
        Some(inner) => Some(Parts::of(inner, b',')),
        None => text.contains('|').then(|| Parts::of(text, b'|')),
    };
    if let Some(parts) = parts {
        // Nothing that is nested deeper has a meaning.
        let list: Vec<_> = parts.map(|part| read_simple(part, names)).collect();
        let (start, length) = push_list(list, all);
        return Operand::Several(start, length);
    }
    read_simple(text, names)
}

/// `base`, `base+offset`, `base, {coordinates}`: the base and a constant.
fn read_address<'a>(text: &'a str, names: &mut Names<'a>, all: &mut Vec<Operand<'a>>) -> Operand<'a> {
    let mut parts = Parts::of(text, b',');
    let first = parts.next().unwrap_or_default();
    let (base, offset) = match first.find(['+', '-']).filter(|at| *at > 0) {
        Some(at) => {
            let offset = first[at..].trim_start_matches('+').trim();
            let offset = match offset.strip_prefix('-') {
                Some(rest) => read_number(rest.trim()).map(u64::wrapping_neg),
                None => read_number(offset),
            };
            (first[..at].trim(), offset)
        }
        None => (first, Some(0)),
    };
    let base = read_simple(base, names);
    let at = all.len() as u32;
    all.push(base);
    let coordinates = parts.next().and_then(|list| between(list, '{', '}'));
    all.extend(Parts::of(coordinates.unwrap_or_default(), b',').map(|one| read_simple(one, names)));
    match offset {
        Some(offset) => Operand::Address(at, offset as i64),
        None => Operand::Nothing,
    }
}

fn read_simple<'a>(text: &'a str, names: &mut Names<'a>) -> Operand<'a> {
    let text = text.trim_start_matches('!').trim();
    match text.as_bytes().first() {
        None => Operand::Nothing,
        Some(b'_') if text.len() == 1 => Operand::Nothing,
        Some(b'0'..=b'9' | b'-' | b'+') => {
            read_number(text).or_else(|| read_expression(text)).map_or(Operand::Nothing, Operand::Number)
        }
        Some(_) => match names.bound(text) {
            Some(Bound::Register(id)) => Operand::Register(id),
            Some(Bound::Variable(id)) => Operand::Variable(id),
            None => Operand::Name(text),
        },
    }
}

/// Whether a letter joins the numbers of a constant expression.
const fn is_operator(letter: char) -> bool {
    matches!(letter, '+' | '-' | '*' | '/' | '%' | '<' | '>' | '|' | '&' | '^')
}

/// A constant expression, which wraps at 64 bits: `((1 << 62) | (1024 >> 4) << 32)`. Source: PTX ISA, "Constant Expressions".
fn read_expression(text: &str) -> Option<u64> {
    let mut binary = |operator, left: u64, right: u64| {
        let shift = |shifted: fn(u64, u32) -> Option<u64>| {
            u32::try_from(right).map_or(Some(0), |by| shifted(left, by)).unwrap_or(0)
        };
        Ok(match operator {
            Binary::Times => left.wrapping_mul(right),
            Binary::Over => left.checked_div(right).ok_or(())?,
            Binary::Rest => left.checked_rem(right).ok_or(())?,
            Binary::Plus => left.wrapping_add(right),
            Binary::Minus => left.wrapping_sub(right),
            Binary::Left => shift(u64::checked_shl),
            Binary::Right => shift(u64::checked_shr),
            Binary::And => left & right,
            Binary::Xor => left ^ right,
            Binary::Or => left | right,
        })
    };
    let rows = tree(text);
    let whole = rows.first().filter(|_| rows.len() == 1)?.only()?;
    whole.fold(&mut Ok, &mut |_, _| Err(()), &mut binary).ok()
}

/// A number of PTX: decimal, hexadecimal, octal, binary, with a sign and with a `U` behind it; `0f…` and `0d…` are bits.
pub(crate) fn read_number(text: &str) -> Option<u64> {
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let text = text.trim_end_matches(['U', 'u']);
    let digits = |text: &str, radix| u64::from_str_radix(text, radix).ok();
    let number = match text.get(..2) {
        Some("0x" | "0X" | "0f" | "0F" | "0d" | "0D") => digits(&text[2..], 16),
        Some("0b" | "0B") => digits(&text[2..], 2),
        _ if text.len() > 1 && text.starts_with('0') => digits(&text[1..], 8),
        _ => digits(text, 10),
    }?;
    Some(if is_negative { number.wrapping_neg() } else { number })
}

#[cfg(test)]
mod tests {
    use super::{Operand, read_number, read_operands};
    use crate::names::Names;

    #[test]
    fn numbers() {
        let read = ["0", "-9223371899415756800", "0x1F", "010", "0b11", "0f3F800000", "7U", "x", "-"]
            .map(read_number);
        let wanted = [
            Some(0),
            Some(0x8000_0020_0001_0000),
            Some(31),
            Some(8),
            Some(3),
            Some(0x3f80_0000),
            Some(7),
            None,
            None,
        ];
        assert_eq!(read, wanted);
    }

    #[test]
    fn operands() {
        let (mut names, mut all) = (Names::default(), Vec::new());
        let (start, length) = read_operands("{%r1,_}, [ %r2 + 16 ], -1, %r3|%p1, smem", &mut names, &mut all);
        let list = &all[start as usize..(start + length) as usize];
        assert_eq!(
            list,
            [
                Operand::Several(0, 2),
                Operand::Address(2, 16),
                Operand::Number(u64::MAX),
                Operand::Several(3, 2),
                Operand::Name("smem")
            ]
        );
        assert_eq!(all[2], Operand::Register(1));
        read_operands("[smem, {%r1, 7}]", &mut names, &mut all);
        assert_eq!(all[all.len() - 4..all.len() - 1], [Operand::Name("smem"), all[0], Operand::Number(7)]);
    }
}
