//! Numbers of a dump, and how many bytes each stands for.

use super::*;
use swizzle_expression::Number;

/// How the digits of a number are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Radix {
    /// The default of `od`.
    Octal = 8,
    /// With or without a sign.
    Decimal = 10,
    /// With or without `0x`.
    Hex = 16,
}

/// The letters that C puts behind a number.
const SUFFIX: [char; 4] = ['u', 'U', 'l', 'L'];

/// A number without its prefix, and without what C puts behind it.
fn digits(number: &str) -> &str {
    number.strip_prefix("0x").map_or(number, |digits| digits.trim_end_matches(SUFFIX))
}

/// Whether a zero leads.
pub(super) fn is_padded(number: &&str) -> bool {
    let digits = digits(number);
    digits.len() > 1 && digits.starts_with('0')
}

fn is_hex(number: &&str) -> bool {
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn has_letter(number: &&str) -> bool {
    number.contains(|c: char| c.is_ascii_alphabetic())
}

/// The values, two's complement.
pub(super) fn values(numbers: &[&str], radix: Radix) -> Result<Vec<u64>, DumpError> {
    let value = |number: &&str| {
        let value = match radix {
            Radix::Decimal => decimal(number),
            Radix::Octal | Radix::Hex => Number::literal(number, radix as u32).ok().map(|read| read.value),
        };
        value.ok_or_else(|| not_a(number, "number"))
    };
    numbers.iter().map(value).collect()
}

/// A whole number, also one that is written as `7.`, `7.0` or `7e+01`.
fn decimal(text: &str) -> Option<u64> {
    let text = text.trim_end_matches(SUFFIX);
    // A number that is not whole is not an index: it becomes a value that no cell has.
    let of_float = |number: f64| {
        let is_whole = number.abs() < 9e15 && number.fract() == 0.0;
        if is_whole { (number as i64).cast_unsigned() } else { u64::MAX }
    };
    let whole = text.parse().map(i64::cast_unsigned).or_else(|_| text.parse());
    whole.ok().or_else(|| text.parse().ok().map(of_float))
}

/// How the numbers of a list are written.
pub(super) fn radix_of_list(numbers: &[&str]) -> Radix {
    let is_prefixed = numbers.iter().any(|number| number.starts_with("0x"));
    let is_of_hex = is_prefixed || numbers.iter().any(has_letter) && numbers.iter().all(is_hex);
    if is_of_hex { Radix::Hex } else { Radix::Decimal }
}

/// How the numbers of a table are written: zeros lead where all are equally long, but in decimals.
/// `is_counted` where `od` or `hexdump` wrote it.
pub(super) fn radix_of_table(numbers: &[&str], is_counted: bool) -> Radix {
    if numbers.iter().any(|number| number.starts_with("0x")) {
        return Radix::Hex;
    }
    let length = numbers.first().map_or(0, |number| number.len());
    let is_even = numbers.iter().all(|number| number.len() == length);
    let leads = numbers.iter().any(is_padded);
    let is_octal = |number: &&str| number.bytes().all(|byte| (b'0'..b'8').contains(&byte));
    let is_of_hex = |number: &&str| number.len() > 20 || is_hex(number) && has_letter(number);
    let has_octal_length = is_even && bytes_from_length(length, Radix::Octal).is_some();
    if has_octal_length && (leads || is_counted) && numbers.iter().all(is_octal) {
        Radix::Octal
    } else if numbers.iter().any(is_of_hex) || is_even && leads && length.is_multiple_of(2) {
        Radix::Hex
    } else {
        Radix::Decimal
    }
}

/// Bytes of a number by its digits, where all have as many: debuggers and `od` write leading zeros.
pub(super) fn bytes_from_digits(numbers: &[&str], radix: Radix) -> Option<usize> {
    let length = digits(numbers.first()?).len();
    let is_even = numbers.iter().all(|number| digits(number).len() == length);
    bytes_from_length(length, radix).filter(|_| is_even)
}

/// Bytes of a number with so many digits, zeros included; decimals have none.
fn bytes_from_length(length: usize, radix: Radix) -> Option<usize> {
    let bits_of_digit = (radix as usize).ilog2() as usize;
    let mut widths = [1, 2, 4, 8].into_iter().filter(|_| radix != Radix::Decimal);
    widths.find(|bytes| usize::div_ceil(8 * bytes, bits_of_digit) == length)
}

/// The fewest bytes, from the least up, that hold every number.
pub(super) fn bytes_from_values(
    numbers: &[&str],
    radix: Radix,
    least_bytes: usize,
) -> Result<usize, DumpError> {
    let values = values(numbers, radix)?;
    let fits = |bytes: usize| {
        let is_negative = |value: u64| (-1_i64 << (8 * bytes - 1)..0).contains(&value.cast_signed());
        values.iter().all(|value| *value >> (8 * bytes) == 0 || is_negative(*value))
    };
    Ok([1, 2, 4].into_iter().find(|bytes| *bytes >= least_bytes && fits(*bytes)).unwrap_or(8))
}

fn not_a(text: &str, what: &str) -> DumpError {
    let text: String = text.chars().take(20).collect();
    DumpError(format!("“{text}” is not a {what}"))
}

/// Appends bytes in memory order, two hex digits each.
pub(super) fn push_pairs(number: &str, out: &mut Vec<Option<u8>>) -> Result<(), DumpError> {
    let text = number.strip_prefix("0x").unwrap_or(number);
    for pair in text.as_bytes().chunks(2) {
        let digits = std::str::from_utf8(pair).unwrap_or_default();
        let byte = u8::from_str_radix(digits, 16).ok().filter(|_| pair.len() == 2);
        out.push(Some(byte.ok_or_else(|| not_a(text, "group of hex bytes"))?));
    }
    Ok(())
}
