//! A line of text, whose parts are packed into one string: as a list of slices they would take most of the download.

use crate::mark::{CODE, ELSE, END, IF, KNOB, NEXT, TERM, VALUE};

/// A line of text.
///
/// ```
/// use swizzle_learn::{LESSONS, Span};
/// let summary = LESSONS[0].summary;
/// assert!(summary.spans().any(|span| span == Span::Term("operands", "operand")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line(pub(crate) &'static str);

/// A part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// Words.
    Text(&'static str),
    /// A name or number, set as code.
    Code(&'static str),
    /// Words that open an entry of the glossary, and its slug.
    Term(&'static str, &'static str),
    /// Words that open another page, and its link.
    Link(&'static str, &'static str),
    /// A number or a name of the figure, by its own name.
    Value(&'static str),
    /// Words for where something is so in the figure, and words for where it is not.
    If(&'static str, Line, Line),
    /// A control of the figure, by its parameter's key in links.
    Knob(&'static str),
}

impl Line {
    /// Whether the line is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Its parts in order.
    pub fn spans(self) -> impl Iterator<Item = Span> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let (span, behind) = first(rest)?;
            rest = behind;
            Some(span)
        })
    }
}

/// The first part of a packed line, and what is behind it.
fn first(packed: &'static str) -> Option<(Span, &'static str)> {
    let sign = packed.chars().next()?;
    if !begins(sign) {
        let (words, rest) = packed.split_at(packed.find(begins).unwrap_or(packed.len()));
        return Some((Span::Text(words), rest));
    }
    let (inside, rest) = cut(&packed[sign.len_utf8()..], END);
    let (words, other) = cut(inside, NEXT);
    let span = match sign {
        CODE => Span::Code(inside),
        TERM if other.is_empty() => Span::Term(words, words),
        TERM if other.starts_with("#/") => Span::Link(words, other),
        TERM => Span::Term(words, other),
        VALUE => Span::Value(inside),
        KNOB => Span::Knob(inside),
        _ => {
            let (then, other) = cut(other, ELSE);
            Span::If(words, Line(then), Line(other))
        }
    };
    Some((span, rest))
}

/// Whether a sign begins a part.
fn begins(sign: char) -> bool {
    [CODE, TERM, VALUE, KNOB, IF].contains(&sign)
}

/// Splits a text into what is before a sign and what is after it; signs inside nested parts do not count.
fn cut(packed: &'static str, wanted: char) -> (&'static str, &'static str) {
    let mut open = 0;
    for (at, sign) in packed.char_indices() {
        if sign == wanted && open == 0 {
            return (&packed[..at], &packed[at + sign.len_utf8()..]);
        }
        if begins(sign) {
            open += 1;
        } else if sign == END {
            open -= 1;
        }
    }
    (packed, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_line() {
        let line = Line(
            "a \u{5}k = 1\u{e}b \u{5}k = 2\u{e}\u{2}c\u{e}d\u{10}\u{f}e\u{10}\u{f}\u{3}k\u{10}\u{10}.",
        );
        let parts: Vec<Span> = line.spans().collect();
        let [
            Span::Text("a "),
            Span::If("k = 1", then, other),
            Span::Text("."),
        ] = parts[..]
        else {
            panic!("{parts:?}");
        };
        assert_eq!(other.spans().collect::<Vec<_>>(), [Span::Value("k")]);
        let then: Vec<Span> = then.spans().collect();
        let [Span::Text("b "), Span::If("k = 2", then, other)] = then[..] else {
            panic!("{then:?}");
        };
        assert_eq!(then.spans().collect::<Vec<_>>(), [Span::Term("c", "d")]);
        assert_eq!(other.spans().collect::<Vec<_>>(), [Span::Text("e")]);
        assert_eq!(
            Line("\u{2}unit\u{10}").spans().next(),
            Some(Span::Term("unit", "unit"))
        );
        assert_eq!(Line("").spans().next(), None);
    }
}
