//! A text cut into words, numbers and signs.

use std::ops::Range;

use crate::Number;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Letters, digits and `_`, the first not a digit.
    Word,
    /// Letters, digits and `_`, the first a digit.
    Number,
    /// An operator, a bracket, or any other character.
    Sign,
}

/// A token, and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: &'a str,
    /// Its bytes in the whole text.
    pub at: Range<usize>,
}

/// The characters that hold a word together, where a letter or a digit follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joins {
    /// `'` between digits, `.`, `:` and `::` between names; `\` is space, and a string is a sign.
    Code,
    /// `'` between digits, `-` between words, `.` in a decimal: `e2m1-packed`, `1.5`.
    Prose,
}

/// The tokens of a text, without the space between them.
///
/// ```
/// use swizzle_expression::{Joins, Kind, Lexer};
/// let tokens = Lexer::new("cute::Int<0x1'0u> >>x", Joins::Code);
/// let tokens: Vec<_> = tokens.map(|token| (token.kind, token.text, token.at.start)).collect();
/// assert_eq!(tokens[0], (Kind::Word, "cute::Int", 0));
/// assert_eq!(tokens[2], (Kind::Number, "0x1'0u", 10));
/// assert_eq!(tokens[4], (Kind::Sign, ">>", 18));
/// ```
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    joins: Joins,
}

/// Signs of several characters, the longest first.
const SIGNS: &str = "..= <<= >>= //= .. :: << >> // -> => == != <= >= && || := += -= *= /= %= &= |= ^=";

impl<'a> Lexer<'a> {
    /// The tokens of a text from its beginning.
    pub const fn new(text: &'a str, joins: Joins) -> Self {
        Self { text, at: 0, joins }
    }

    /// The same from a byte on.
    pub const fn from(self, at: usize) -> Self {
        Self { at, ..self }
    }

    /// Whether a byte is a letter, a digit or `_`.
    fn has_word(&self, at: usize) -> bool {
        let byte = self.text.as_bytes().get(at);
        byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
    }

    /// Bytes that the word that starts at one byte goes on with from another.
    fn more(&self, start: usize, at: usize) -> usize {
        if self.has_word(at) {
            return 1;
        }
        let rest = &self.text.as_bytes()[at..];
        // `cta_group::2.32x128b` is parts of a name.
        let is_decimal = |rest: &[u8]| {
            rest.first().is_some_and(u8::is_ascii_digit)
                && Number::literal(&self.text[start..at], 10).is_ok()
                && !self.text[..start].ends_with("::")
        };
        let join = match (rest, self.joins) {
            ([b':', b':', ..], Joins::Code) => 2,
            ([b'\'' | b'.', ..], Joins::Code) | ([b'\'' | b'-', ..], Joins::Prose) => 1,
            ([b'.', rest @ ..], Joins::Prose) if is_decimal(rest) => 1,
            _ => return 0,
        };
        if self.has_word(at + join) { join } else { 0 }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        // A line of a macro continues after its backslash.
        let is_space = |c: char| c.is_whitespace() || c == '\\' && self.joins == Joins::Code;
        let rest = self.text[self.at..].trim_start_matches(is_space);
        let start = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        let mut end = start;
        let kind = if self.has_word(start) {
            while let more @ 1.. = self.more(start, end) {
                end += more;
            }
            match first.is_ascii_digit() {
                true => Kind::Number,
                false => Kind::Word,
            }
        } else {
            let quoted = || {
                let inside = &rest[1..];
                let length = inside.find(['\n', first])?;
                inside[length..].starts_with(first).then_some(length + 2)
            };
            let is_quote = self.joins == Joins::Code && matches!(first, '"' | '\'');
            let sign = || Some(SIGNS.split(' ').find(|sign| rest.starts_with(*sign))?.len());
            let length = is_quote.then(quoted).flatten().or_else(sign);
            end += length.unwrap_or(first.len_utf8());
            Kind::Sign
        };
        self.at = end;
        Some(Token { kind, text: &self.text[start..end], at: start..end })
    }
}

/// Whether a word is one of a list of words with spaces between them.
pub fn is_in(list: &str, word: &str) -> bool {
    let mut words = list.as_bytes().split(|byte| *byte == b' ');
    !word.is_empty() && words.any(|one| one == word.as_bytes())
}
