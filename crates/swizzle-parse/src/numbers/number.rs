//! One number of up to 64 bits, in the spellings of C, CUDA, Rust and SystemVerilog.

use super::*;

/// A number as it was read.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    /// Its magnitude.
    pub(crate) raw: u64,
    /// 2, 10 or 16.
    pub(crate) base: u32,
    /// Whether a minus sign precedes it.
    pub(crate) is_negative: bool,
}

impl Number {
    /// Its 64 bits, negative ones as two's complement.
    pub(crate) const fn bits(self) -> u64 {
        if self.is_negative { self.raw.wrapping_neg() } else { self.raw }
    }

    /// The 32 bits of a half.
    pub(crate) fn half(self, at: Range<usize>) -> Result<u32, PasteError> {
        match u32::try_from(self.raw) {
            Ok(_) => Ok(self.bits() as u32),
            Err(_) => refuse(at, "A half has 32 bits: at most 8 hex digits"),
        }
    }
}

/// Characters of a prefix that says base 16: `0x`, or `64'h` of SystemVerilog.
pub(crate) fn hex_prefix(word: &str) -> usize {
    match Spelled::prefix(word, 10) {
        (bytes, 16) => bytes,
        _ => 0,
    }
}

fn is_separator(c: char) -> bool {
    "_'".contains(c)
}

/// How many digits a word begins with, prefix apart, and whether all of them could be decimal.
pub(crate) fn digits(word: &str) -> (usize, bool) {
    let digits =
        word[hex_prefix(word)..].chars().filter(|c| !is_separator(*c)).take_while(char::is_ascii_hexdigit);
    digits.fold((0, hex_prefix(word) == 0), |(count, decimal), c| (count + 1, decimal && c.is_ascii_digit()))
}

/// The number that a word is; `radix` counts where it has no prefix.
pub(crate) fn number(words: &Words, i: usize, radix: Option<Radix>) -> Result<Number, PasteError> {
    let (word, at) = (words.word(i), words.at[i].clone());
    let is_negative = words.is_negative(i);
    let (count, is_decimal) = digits(word);
    let radix = radix.or((is_decimal && is_typed(words, i)).then_some(Radix::Decimal));
    let base = match radix {
        Some(Radix::Decimal) => 10,
        // A debugger prints binary without a prefix.
        None if count > 20 && word.bytes().all(|b| matches!(b, b'0' | b'1')) => 2,
        None if is_decimal && (count > 16 || is_negative) => 10,
        None if Spelled::prefix(word, 10).1 == 2 => 10,
        None | Some(Radix::Hex) => 16,
    };
    match Spelled::literal(word, base) {
        Ok(number) => Ok(Number { raw: number.value, base: number.radix, is_negative }),
        Err(NumberError::TooLarge(digit)) => {
            let rest = at.start + digit..at.end;
            Err(match base {
                10 => error(rest, "The number has more than 64 bits"),
                _ => PasteError {
                    extra: vec![rest.clone()],
                    ..error(rest, "The number has more than 16 hex digits")
                },
            })
        }
        Err(NumberError::NoDigit(bad) | NumberError::Rest(bad)) if bad < word.len() => {
            let radix = Spelled::prefix(word, base).1;
            let is_bad = |c: &char| !(c.is_digit(radix) || is_separator(*c));
            let mut extra: Vec<Range<usize>> = Vec::new();
            for (i, c) in word.char_indices().skip(bad).filter(|(_, c)| is_bad(c)) {
                let i = at.start + i;
                match extra.last_mut().filter(|last| last.end == i) {
                    Some(last) => last.end += c.len_utf8(),
                    None => extra.push(i..i + c.len_utf8()),
                }
            }
            bad_digits(words, extra, radix == 10)
        }
        Err(_) => refuse(at, "A digit is missing"),
    }
}

/// Whether a type of LLVM says that a number is decimal: `i64 46…`, or `46… : i64`.
pub(crate) fn is_typed(words: &Words, i: usize) -> bool {
    let is_type = |i: usize| is_in("i64 i32", words.word(i));
    let is_before =
        i > 0 && is_type(i - 1) && words.gap(i - 1).bytes().all(|b| b.is_ascii_whitespace() || b == b'-');
    let is_behind = is_type(i + 1) && words.gap(i).trim() == ":";
    is_before || is_behind || is_literal(words, i)
}

/// Whether a number is one of C's: with the letters of its type behind it, or assigned up to a semicolon.
fn is_literal(words: &Words, i: usize) -> bool {
    let word = words.word(i);
    let (count, _) = digits(word);
    let has_type = trim_suffix(word).len() < word.len();
    let is_assigned = words.before(i).trim().ends_with('=') && words.gap(i).starts_with(';');
    // A number with as many digits as a descriptor is hex that lost its prefix.
    count < 16 && (has_type || is_assigned)
}

/// The 32 bits of a half that its name tells: hex behind `0x`, with a letter or with 8 digits; otherwise decimal, or negative.
pub(crate) fn half(words: &Words, i: usize) -> Result<u32, PasteError> {
    let word = words.word(i);
    let (count, is_decimal) = digits(word);
    let radix = if hex_prefix(word) == 0 && is_decimal && (count != 8 || words.is_negative(i)) {
        Radix::Decimal
    } else {
        Radix::Hex
    };
    number(words, i, Some(radix))?.half(words.at[i].clone())
}

/// Refuses characters that are not digits: the first ones by name, and the number is read without all of them.
pub(crate) fn bad_digits<T>(
    words: &Words,
    extra: Vec<Range<usize>>,
    is_decimal: bool,
) -> Result<T, PasteError> {
    let kind = if is_decimal { "decimal" } else { "hex" };
    let at = extra[0].clone();
    let bad = &words.text[at.clone()];
    let message = match bad.chars().count() {
        1 => format!("“{bad}” is not a {kind} digit"),
        _ => format!("“{bad}” are not {kind} digits"),
    };
    Err(PasteError { extra, ..error(at, message) })
}
