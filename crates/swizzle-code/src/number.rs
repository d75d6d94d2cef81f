//! Parsing of numbers.

use swizzle_core::hardware::quoted;
use swizzle_expression::{Number, NumberError};

/// Parses a number: decimal, or hex with `0x`, optionally followed by `B`, `bytes` or `KiB`.
///
/// ```
/// use swizzle_code::number_from_text;
/// for text in ["1024", "0x400", "1_024", "1024 B", "1024 bytes", "1 KiB", "0x400 B"] {
///     assert_eq!(number_from_text(text), Ok(1024), "{text}");
/// }
/// assert_eq!(number_from_text("0x4B"), Ok(0x4b));
/// assert!(number_from_text("KiB").is_err());
/// ```
///
/// # Errors
/// Returns what was expected.
pub fn number_from_text(text: &str) -> Result<u32, String> {
    let scaled = Number::read(text.trim(), 10).ok().and_then(|number| {
        let scale = match number.rest.trim_start() {
            "" | "B" | "bytes" => 1,
            "KiB" => 1024_u64,
            _ => return None,
        };
        u32::try_from(number.value.checked_mul(scale)?).ok()
    });
    scaled.ok_or_else(|| {
        let text = quoted(text);
        format!("“{text}” is not a whole number below 2^32, decimal or 0x hex")
    })
}

/// The 64 bits of a hex number, with or without `0x`.
///
/// # Errors
/// Names the character that is not a digit, or says how many digits there are.
///
/// ```
/// use swizzle_code::raw_from_hex;
/// assert_eq!(raw_from_hex("0x4000_0040_0001_0040"), Ok(0x4000_0040_0001_0040));
/// assert_eq!(raw_from_hex("40g0").unwrap_err(), "“g” is not a hex digit");
/// ```
pub fn raw_from_hex(hex: &str) -> Result<u64, String> {
    let hex = hex.trim();
    let not_digit = |bad: char| format!("“{bad}” is not a hex digit");
    match Number::read(hex, 16) {
        Ok(number) => number.rest.chars().next().map_or(Ok(number.value), |bad| Err(not_digit(bad))),
        Err(NumberError::NoDigit(at)) => {
            Err(hex[at..].chars().next().map_or_else(|| "expected hex digits".into(), not_digit))
        }
        Err(_) => {
            let (prefix, _) = Number::prefix(hex, 16);
            let digits = hex[prefix..].chars().filter(char::is_ascii_hexdigit);
            Err(format!("{} hex digits exceed 64 bits", digits.count()))
        }
    }
}
