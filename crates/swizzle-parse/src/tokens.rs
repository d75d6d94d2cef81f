//! A text cut into words: runs of letters, digits and `_`, with `'` and `-` where they stand inside.

use std::ops::Range;

/// A text and where its words stand.
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    pub(super) at: Vec<Range<usize>>,
    /// The first character that stands neither in a word nor, as far as is known, between numbers.
    pub(super) odd: Option<Range<usize>>,
}

impl<'a> Words<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let is_word = |i: usize| {
            bytes
                .get(i)
                .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
        };
        let (mut at, mut odd) = (Vec::new(), None);
        let mut end = 0;
        for (start, c) in text.char_indices() {
            if start < end {
                continue;
            }
            end = start;
            while is_word(end)
                || (end > start && matches!(bytes.get(end), Some(b'\'' | b'-')) && is_word(end + 1))
            {
                end += 1;
            }
            if end > start {
                at.push(start..end);
                continue;
            }
            let is_known = match c {
                '-' => is_word(start + 1),
                _ => {
                    c.is_whitespace()
                        || matches!(
                            c,
                            ',' | ';'
                                | ':'
                                | '/'
                                | '='
                                | '{'
                                | '}'
                                | '['
                                | ']'
                                | '('
                                | ')'
                                | '"'
                                | '\''
                                | '`'
                                | '“'
                                | '”'
                                | '‘'
                                | '’'
                        )
                }
            };
            if !is_known && odd.is_none() {
                odd = Some(start..start + c.len_utf8());
            }
        }
        Self { text, at, odd }
    }

    pub(super) fn word(&self, i: usize) -> &'a str {
        &self.text[self.at[i].clone()]
    }

    /// What stands between a word and the next.
    pub(super) fn gap(&self, i: usize) -> &'a str {
        let end = self
            .at
            .get(i + 1)
            .map_or(self.text.len(), |next| next.start);
        &self.text[self.at[i].end..end]
    }

    /// What stands between a word and the one before.
    pub(super) fn before(&self, i: usize) -> &'a str {
        let start = i.checked_sub(1).map_or(0, |before| self.at[before].end);
        &self.text[start..self.at[i].start]
    }

    /// Whether a byte of this kind stands between a word and the next.
    pub(super) fn gap_has(&self, i: usize, is: fn(u8) -> bool) -> bool {
        self.gap(i).bytes().any(is)
    }

    /// A word with the minus sign before it, if there is one.
    pub(super) fn signed(&self, i: usize) -> Range<usize> {
        let at = self.at[i].clone();
        let sign = self.text[..at.start].ends_with('-');
        at.start - usize::from(sign)..at.end
    }

    /// The text without the white space around it.
    pub(super) fn all(&self) -> Range<usize> {
        let start = self.text.len() - self.text.trim_start().len();
        start..start + self.text.trim().len()
    }
}

/// A number without the letters that C puts behind it.
pub(super) fn trim_suffix(word: &str) -> &str {
    word.trim_end_matches(['u', 'U', 'l', 'L'])
}

/// Where bytes first stand in a text.
pub(super) fn position(text: &str, what: &[u8]) -> Option<usize> {
    text.as_bytes()
        .windows(what.len())
        .position(|window| window == what)
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
