//! Numbers of a dump, and how many bytes each stands for.

/// How the digits of a number are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Radix {
    /// With or without `0x`.
    Hex,
    /// As `od` writes it where it is told nothing.
    Octal,
    /// With or without a sign.
    Decimal,
}

/// A number of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// As it was written.
    pub(super) text: &'a str,
    /// How often it stands there: a run that a debugger folded.
    pub(super) times: usize,
}

impl<'a> Token<'a> {
    /// A number that stands once.
    pub(super) const fn once(text: &'a str) -> Self {
        Self { text, times: 1 }
    }

    fn digits(&self) -> &'a str {
        let text = self.text;
        text.strip_prefix("0x").unwrap_or(text)
    }

    /// The value, two's complement; `None` for what is no such number.
    pub(super) fn value(&self, radix: Radix) -> Option<u64> {
        match radix {
            Radix::Hex => u64::from_str_radix(self.digits(), 16).ok(),
            Radix::Octal => u64::from_str_radix(self.text, 8).ok(),
            Radix::Decimal => decimal(self.text),
        }
    }
}

/// A whole number, also one that is written as `7.`, `7.0` or `7e+01`.
fn decimal(text: &str) -> Option<u64> {
    if let Ok(number) = text.parse::<i64>() {
        return Some(number.cast_unsigned());
    }
    if let Ok(number) = text.parse::<u64>() {
        return Some(number);
    }
    let number: f64 = text.parse().ok()?;
    let is_whole = number.is_finite() && number.abs() < 9e15 && (number as i64) as f64 == number;
    // What is no whole number is no index: a value that no cell has.
    Some(if is_whole {
        (number as i64).cast_unsigned()
    } else {
        u64::MAX
    })
}

/// How the numbers are written.
pub(super) fn radix(tokens: &[Token<'_>], is_list: bool) -> Radix {
    let is_prefixed = tokens.iter().any(|token| token.text.starts_with("0x"));
    if is_prefixed {
        return Radix::Hex;
    }
    let length = tokens.first().map_or(0, |token| token.text.len());
    let is_even = tokens.iter().all(|token| token.text.len() == length);
    let is_hex = |token: &Token<'_>| token.text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_letter = tokens
        .iter()
        .any(|token| is_hex(token) && token.text.bytes().any(|byte| byte.is_ascii_alphabetic()));
    let is_octal = |token: &Token<'_>| token.text.bytes().all(|byte| (b'0'..b'8').contains(&byte));
    if is_list {
        return if has_letter && tokens.iter().all(is_hex) {
            Radix::Hex
        } else {
            Radix::Decimal
        };
    }
    if is_even && matches!(length, 3 | 6 | 11 | 22) && tokens.iter().all(is_octal) {
        Radix::Octal
    } else if has_letter || is_even && matches!(length, 2 | 4 | 8 | 16) {
        Radix::Hex
    } else {
        Radix::Decimal
    }
}

/// Bytes of a number by its digits, where all have as many: debuggers and `od` write leading zeros.
pub(super) fn bytes_from_digits(tokens: &[Token<'_>], radix: Radix) -> Option<usize> {
    let length = tokens.first()?.digits().len();
    let is_even = tokens.iter().all(|token| token.digits().len() == length);
    match (radix, length) {
        (Radix::Hex, 2 | 4 | 8 | 16) if is_even => Some(length / 2),
        (Radix::Octal, 3) => Some(1),
        (Radix::Octal, 6) => Some(2),
        (Radix::Octal, 11) => Some(4),
        (Radix::Octal, 22) => Some(8),
        (Radix::Hex | Radix::Octal | Radix::Decimal, _) => None,
    }
}

/// The fewest bytes, from those of an element up, that hold every number.
pub(super) fn bytes_from_values(values: &[u64], element_bytes: usize) -> usize {
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
    [1, 2, 4]
        .into_iter()
        .find(|bytes| *bytes >= element_bytes && fits(*bytes))
        .unwrap_or(8)
}
