//! A text cut into words: runs of letters, digits and `_`, with `'` and `-` inside them.

use std::ops::Range;

pub(crate) use swizzle_expression::is_in;
use swizzle_expression::{Joins, Kind, Lexer, Number};

/// A part of a text, or of its words: from where, and up to where.
pub(crate) type Span = Range<usize>;

/// Whether a character may be part of a name.
pub(crate) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The name at the beginning of a text, which may be empty.
pub(crate) fn first_name(text: &str) -> &str {
    &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())]
}

/// The name at the end of a path, which may be empty: `hi` of `desc.hi`.
pub(crate) fn last_name(path: &str) -> &str {
    &path[path.trim_end_matches(is_name).len()..]
}

/// Whether a character is a decimal digit.
pub(crate) fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Whether a text begins with a digit.
pub(crate) fn has_digit_first(text: &str) -> bool {
    text.starts_with(is_digit)
}

/// Whether a character is one of these.
pub(crate) fn any_of(signs: &'static str) -> impl Fn(char) -> bool + Copy {
    move |c| signs.contains(c)
}

/// Whether nothing but digits is in a text.
pub(crate) fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// A text and the ranges of its words.
pub(crate) struct Words {
    pub(crate) text: String,
    lower: String,
    pub(crate) at: Vec<Span>,
    /// The first character that is neither in a word nor, as far as is known, between numbers.
    pub(crate) odd: Option<Span>,
}

impl Words {
    pub(crate) fn of(text: &str) -> Self {
        let (mut at, mut odd) = (Vec::new(), None);
        for token in Lexer::new(text, Joins::Prose) {
            let first = token.text.chars().next().unwrap_or_default();
            let is_known = match first {
                '-' => text[token.at.start + 1..].starts_with(is_name),
                _ => ",;:/={}[]()\"'`“”‘’".contains(first),
            };
            if token.kind != Kind::Sign {
                at.push(token.at);
            } else if !is_known {
                let start = token.at.start;
                odd = odd.or(Some(start..start + first.len_utf8()));
            }
        }
        Self { text: text.into(), lower: text.to_ascii_lowercase(), at, odd }
    }

    /// A word; empty behind the last.
    pub(crate) fn word(&self, i: usize) -> &str {
        self.at.get(i).map_or("", |at| &self.text[at.clone()])
    }

    /// The same in lower case.
    pub(crate) fn lower(&self, i: usize) -> &str {
        self.at.get(i).map_or("", |at| &self.lower[at.clone()])
    }

    /// The word before one; empty before the first.
    pub(crate) fn last(&self, i: usize) -> &str {
        i.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// The text between a word and the next; empty behind the last word that there is.
    pub(crate) fn gap(&self, i: usize) -> &str {
        let end = self.at.get(i + 1).map_or(self.text.len(), |next| next.start);
        self.at.get(i).map_or("", |at| &self.text[at.end..end])
    }

    /// The text between a word and the one before.
    pub(crate) fn before(&self, i: usize) -> &str {
        let start = i.checked_sub(1).map_or(0, |before| self.at[before].end);
        &self.text[start..self.at[i].start]
    }

    /// The places of all words.
    pub(crate) const fn each(&self) -> Span {
        0..self.at.len()
    }

    /// Whether what follows a word may be its value.
    pub(crate) fn is_set(&self, i: usize) -> bool {
        matches!(self.gap(i).trim(), "" | "=" | ":")
    }

    /// Whether a byte of this kind is between a word and the next.
    pub(crate) fn gap_has(&self, i: usize, is: fn(u8) -> bool) -> bool {
        self.gap(i).bytes().any(is)
    }

    /// The bytes of words that follow each other.
    pub(crate) fn span(&self, words: Range<usize>) -> Span {
        self.at[words.start].start..self.at[words.end - 1].end
    }

    /// A word with the minus sign before it, if there is one.
    pub(crate) fn signed(&self, i: usize) -> Span {
        let at = self.at[i].clone();
        at.start - usize::from(self.is_negative(i))..at.end
    }

    /// Whether a minus sign is before a word.
    pub(crate) fn is_negative(&self, i: usize) -> bool {
        self.text[..self.at[i].start].ends_with('-')
    }

    /// The text without the white space around it.
    pub(crate) fn all(&self) -> Span {
        let start = self.text.len() - self.text.trim_start().len();
        start..start + self.text.trim().len()
    }
}

/// The lines of a text with their ends, and where each begins.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    })
}

/// Whether one of a list of parts is in a text.
pub(crate) fn has_any(text: &str, list: &str) -> bool {
    list.split(' ').any(|part| text.contains(part))
}

/// The number that a text is, in the spellings of C and Rust.
pub(crate) fn literal(text: &str) -> Option<u64> {
    let number = Number::literal(text.trim(), 10).ok()?;
    Some(number.value)
}

/// A number without the letters that C puts behind it.
pub(crate) fn trim_suffix(word: &str) -> &str {
    word.trim_end_matches(any_of("uUlL"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_gaps_make_up_the_text() {
        let words = Words::of("é: 64'h40, -0x1'0 '0x2' e2m1-packed;");
        let all: Vec<&str> = (0..words.at.len()).map(|i| words.word(i)).collect();
        assert_eq!(all, ["64'h40", "0x1'0", "0x2", "e2m1-packed"]);
        assert_eq!(words.odd, Some(0..2));
        assert_eq!(words.gap(0), ", -");
        assert_eq!(&words.text[words.signed(1)], "-0x1'0");
        assert_eq!(words.gap(3), ";");
    }
}
