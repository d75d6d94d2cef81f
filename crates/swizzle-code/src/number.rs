//! Parsing of numbers.

use swizzle_core::hardware::quoted;

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
    let (number, scale) = without_unit(text.trim());
    let digits: String = number
        .chars()
        .filter(|c| !matches!(c, '_' | '\''))
        .collect();
    let parsed = match digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
    {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let scaled = parsed.ok().and_then(|number| scale.checked_mul(number));
    scaled.ok_or_else(|| {
        let text = quoted(text);
        format!("“{text}” is not a whole number below 2^32, decimal or 0x hex")
    })
}

/// A number without its unit, and the unit in bytes. The last `B` of a hex number is a digit.
fn without_unit(text: &str) -> (&str, u32) {
    for (unit, bytes) in [("KiB", 1024), ("bytes", 1), ("B", 1)] {
        if let Some(number) = text.strip_suffix(unit)
            && (unit != "B" || number.ends_with(' ') || !number.starts_with("0x"))
        {
            return (number.trim_end(), bytes);
        }
    }
    (text, 1)
}

/// The 64 bits of a hex number, with or without `0x`.
///
/// # Errors
/// Names the character that is no digit, or how many digits there are.
///
/// ```
/// use swizzle_code::raw_from_hex;
/// assert_eq!(raw_from_hex("0x4000_0040_0001_0040"), Ok(0x4000_0040_0001_0040));
/// assert_eq!(raw_from_hex("40g0").unwrap_err(), "“g” is not a hex digit");
/// ```
pub fn raw_from_hex(hex: &str) -> Result<u64, String> {
    let hex = hex.trim();
    let digits: String = hex
        .strip_prefix("0x")
        .unwrap_or(hex)
        .chars()
        .filter(|c| !matches!(c, '_' | '\''))
        .collect();
    let digits = digits.as_str();
    if digits.is_empty() {
        return Err("expected hex digits".into());
    }
    if let Some(bad) = digits.chars().find(|c| !c.is_ascii_hexdigit()) {
        return Err(format!("“{bad}” is not a hex digit"));
    }
    u64::from_str_radix(digits, 16)
        .map_err(|_| format!("{} hex digits exceed 64 bits", digits.len()))
}
