//! Numbers of a dump, and how many bytes each stands for.

use super::*;
use swizzle_expression::Number;

/// How the digits of a number are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Radix {
    /// With or without `0x`.
    Hex,
    /// The default of `od`.
    Octal,
    /// With or without a sign.
    Decimal,
}

/// A number of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// The number as it was written.
    pub(super) text: &'a str,
    /// How often it occurs: a run that a debugger folded.
    pub(super) times: usize,
}

impl<'a> Token<'a> {
    /// A number that occurs once.
    pub(super) const fn once(text: &'a str) -> Self {
        Self { text, times: 1 }
    }

    /// Without its prefix, and without what C puts behind it.
    fn digits(&self) -> &'a str {
        match self.text.strip_prefix("0x") {
            Some(digits) => digits.trim_end_matches(['u', 'U', 'l', 'L']),
            None => self.text,
        }
    }

    fn is_hex(&self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    fn has_leading_zero(&self) -> bool {
        self.text.len() > 1 && self.text.starts_with('0')
    }

    /// The value, two's complement; `None` if the text is not a number of this radix.
    pub(super) fn value(&self, radix: Radix) -> Option<u64> {
        let radix = match radix {
            Radix::Hex => 16,
            Radix::Octal => 8,
            Radix::Decimal => return decimal(self.text),
        };
        let number = Number::literal(self.text, radix).ok();
        number.map(|number| number.value)
    }
}

/// A whole number, also one that is written as `7.`, `7.0` or `7e+01`.
fn decimal(text: &str) -> Option<u64> {
    let text = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Ok(number) = text.parse::<i64>() {
        return Some(number.cast_unsigned());
    }
    if let Ok(number) = text.parse::<u64>() {
        return Some(number);
    }
    let number: f64 = text.parse().ok()?;
    let is_whole = number.is_finite() && number.abs() < 9e15 && (number as i64) as f64 == number;
    // A number that is not whole is not an index: it becomes a value that no cell has.
    Some(if is_whole { (number as i64).cast_unsigned() } else { u64::MAX })
}

/// How the numbers of a list are written.
pub(super) fn radix_of_list(tokens: &[Token<'_>]) -> Radix {
    let is_prefixed = tokens.iter().any(|token| token.text.starts_with("0x"));
    let has_letter = || {
        let letter = |token: &Token<'_>| token.text.bytes().any(|byte| byte.is_ascii_alphabetic());
        tokens.iter().any(letter)
    };
    if is_prefixed || has_letter() && tokens.iter().all(Token::is_hex) { Radix::Hex } else { Radix::Decimal }
}

/// How the numbers of a table are written: zeros lead where all are equally long, but in decimals.
/// `is_counted` where `od` or `hexdump` wrote it.
pub(super) fn radix_of_table(tokens: &[Token<'_>], is_counted: bool) -> Radix {
    if tokens.iter().any(|token| token.text.starts_with("0x")) {
        return Radix::Hex;
    }
    let length = tokens.first().map_or(0, |token| token.text.len());
    let is_even = tokens.iter().all(|token| token.text.len() == length);
    let letter =
        |token: &Token<'_>| token.is_hex() && token.text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_octal = |token: &Token<'_>| token.text.bytes().all(|byte| (b'0'..b'8').contains(&byte));
    let leads = tokens.iter().any(Token::has_leading_zero);
    let is_padded = leads || is_counted;
    let has_octal_length = bytes_from_length(length, Radix::Octal).is_some();
    if is_even && is_padded && has_octal_length && tokens.iter().all(is_octal) {
        return Radix::Octal;
    }
    let is_long = tokens.iter().any(|token| token.text.len() > 20);
    if tokens.iter().any(letter) || is_even && leads && length.is_multiple_of(2) || is_long {
        Radix::Hex
    } else {
        Radix::Decimal
    }
}

/// Bytes of a number by its digits, where all have as many: debuggers and `od` write leading zeros.
pub(super) fn bytes_from_digits(tokens: &[Token<'_>], radix: Radix) -> Option<usize> {
    let length = tokens.first()?.digits().len();
    let is_even = tokens.iter().all(|token| token.digits().len() == length);
    bytes_from_length(length, radix).filter(|_| is_even)
}

/// Bytes of a number with so many digits, zeros included; decimals have none.
fn bytes_from_length(length: usize, radix: Radix) -> Option<usize> {
    let bits_of_digit = match radix {
        Radix::Hex => 4,
        Radix::Octal => 3,
        Radix::Decimal => return None,
    };
    [1, 2, 4, 8].into_iter().find(|bytes| usize::div_ceil(8 * bytes, bits_of_digit) == length)
}

/// Bytes of a list's numbers by their digits: short ones of equal length are chance.
pub(super) fn bytes_from_list(tokens: &[Token<'_>], radix: Radix) -> Option<usize> {
    let leads = |token: &Token<'_>| token.digits().len() > 1 && token.digits().starts_with('0');
    bytes_from_digits(tokens, radix).filter(|bytes| *bytes >= 4 || tokens.iter().any(leads))
}

/// The fewest bytes, from the least up, that hold every number.
pub(super) fn bytes_from_values(
    tokens: &[Token<'_>],
    radix: Radix,
    least_bytes: usize,
) -> Result<usize, DumpError> {
    let values = values(tokens, radix)?;
    let fits = |bytes: usize| {
        let bits = 8 * bytes as u32;
        values.iter().all(|value| {
            let signed = value.cast_signed();
            *value == u64::MAX
                || bits >= 64
                || *value >> bits == 0
                || signed < 0 && signed >= -(1_i64 << (bits - 1))
        })
    };
    Ok([1, 2, 4].into_iter().find(|bytes| *bytes >= least_bytes && fits(*bytes)).unwrap_or(8))
}

fn values(tokens: &[Token<'_>], radix: Radix) -> Result<Vec<u64>, DumpError> {
    let value = |token: &Token<'_>| token.value(radix).ok_or_else(|| not_a(token.text, "number"));
    tokens.iter().map(value).collect()
}

fn not_a(text: &str, what: &str) -> DumpError {
    let text: String = text.chars().take(20).collect();
    DumpError(format!("“{text}” is not a {what}"))
}

/// Appends the numbers, of so many bytes each, low byte first.
pub(super) fn push(
    tokens: &[Token<'_>],
    radix: Radix,
    bytes: usize,
    out: &mut Vec<Option<u8>>,
) -> Result<(), DumpError> {
    for (token, value) in tokens.iter().zip(values(tokens, radix)?) {
        if out.len().saturating_add(token.times.saturating_mul(bytes)) > BYTES_MAX {
            return Err(DumpError("it is larger than shared memory".into()));
        }
        let number = value.to_le_bytes();
        for _ in 0..token.times {
            out.extend(number[..bytes].iter().map(|byte| Some(*byte)));
        }
    }
    Ok(())
}

/// Appends bytes in memory order, two hex digits each.
pub(super) fn push_pairs(text: &str, out: &mut Vec<Option<u8>>) -> Result<(), DumpError> {
    let text = text.strip_prefix("0x").unwrap_or(text);
    for pair in text.as_bytes().chunks(2) {
        let digits = std::str::from_utf8(pair).unwrap_or_default();
        let byte = u8::from_str_radix(digits, 16).ok().filter(|_| pair.len() == 2);
        out.push(Some(byte.ok_or_else(|| not_a(text, "group of hex bytes"))?));
    }
    Ok(())
}
