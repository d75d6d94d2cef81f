//! One number, in the spellings of C, CUDA, Rust, Python and SystemVerilog.

/// A number at the beginning of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number<'a> {
    /// Its magnitude.
    pub value: u64,
    /// 2, 8, 10 or 16.
    pub radix: u32,
    /// The text after its digits: the letters of its type, a unit, or anything else.
    pub rest: &'a str,
}

/// Why a text does not begin with a number, and at which byte that shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumberError {
    /// A digit is missing where one is expected.
    NoDigit(usize),
    /// This digit is the first beyond 64 bits.
    TooLarge(usize),
    /// Something other than the letters of a type follows the digits.
    Rest(usize),
}

/// The suffixes of C, Rust and CUDA for the type of a number.
const SUFFIXES: [&str; 11] = ["u", "l", "ul", "ll", "ull", "lu", "llu", "u64", "i64", "u32", "i32"];

/// Whether a character may separate two digits.
const fn is_separator(c: u8) -> bool {
    matches!(c, b'_' | b'\'')
}

impl<'a> Number<'a> {
    /// Bytes of the prefix that says a base, and the base: `0x`, `0b`, or `64'h` of SystemVerilog. `0b` begins a hex number
    /// where hex is expected or more than 0 and 1 follow.
    pub fn prefix(text: &str, radix: u32) -> (usize, u32) {
        match text.as_bytes() {
            [b'0', b'x' | b'X', ..] => (2, 16),
            [b'6', b'4', b'\'', b'h' | b'H', ..] => (4, 16),
            [b'0', b'b' | b'B', b'0' | b'1', rest @ ..] if radix != 16 => {
                let is_digit = |b: &&u8| !matches!(b, b'0' | b'1' | b'_' | b'\'');
                match rest.iter().find(is_digit) {
                    Some(b) if b.is_ascii_hexdigit() => (0, radix),
                    _ => (2, 2),
                }
            }
            _ => (0, radix),
        }
    }

    /// The number at the beginning of a text; `radix` counts where it has no prefix.
    ///
    /// ```
    /// use swizzle_expression::{Number, NumberError};
    /// let number = Number::read("0x4_00'00 bytes", 10).unwrap();
    /// assert_eq!((number.value, number.radix, number.rest), (0x40000, 16, " bytes"));
    /// assert_eq!(Number::read("0b101", 10).map(|number| number.value), Ok(5));
    /// assert_eq!(Number::read("0x", 10), Err(NumberError::NoDigit(2)));
    /// assert_eq!(Number::read("99999999999999999999", 10), Err(NumberError::TooLarge(19)));
    /// ```
    pub fn read(text: &'a str, radix: u32) -> Result<Self, NumberError> {
        let (from, radix) = Self::prefix(text, radix);
        let (mut value, mut found, mut end) = (0_u64, false, text.len());
        for (at, c) in text.char_indices().skip(from) {
            match c.to_digit(radix) {
                Some(digit) => {
                    let more = value.checked_mul(radix.into());
                    let more = more.and_then(|more| more.checked_add(digit.into()));
                    value = more.ok_or(NumberError::TooLarge(at))?;
                    found = true;
                }
                None if c.is_ascii() && is_separator(c as u8) => {}
                None if !found => return Err(NumberError::NoDigit(at)),
                None => {
                    end = at;
                    break;
                }
            }
        }
        if !found {
            return Err(NumberError::NoDigit(text.len()));
        }
        Ok(Self { value, radix, rest: &text[end..] })
    }

    /// The number that a whole word is, with or without the letters of its type.
    ///
    /// ```
    /// use swizzle_expression::{Number, NumberError};
    /// for word in ["1024", "0x400", "0x400ULL", "1_024", "1'024u64", "64'h400", "0b10000000000"] {
    ///     assert_eq!(Number::literal(word, 10).map(|number| number.value), Ok(1024), "{word}");
    /// }
    /// assert_eq!(Number::literal("1024x", 10), Err(NumberError::Rest(4)));
    /// ```
    pub fn literal(word: &'a str, radix: u32) -> Result<Self, NumberError> {
        let number = Self::read(word, radix)?;
        let is_known = |suffix: &str| number.rest.eq_ignore_ascii_case(suffix);
        if number.rest.is_empty() || SUFFIXES.iter().any(|suffix| is_known(suffix)) {
            Ok(number)
        } else {
            Err(NumberError::Rest(word.len() - number.rest.len()))
        }
    }
}
