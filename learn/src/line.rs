//! A line of text as a lesson has it, taken apart when it is read: as a list of slices its parts would take most of the download.

/// What is between the words of a choice, and behind them.
const ELSE: &str = "{else}";
const END: &str = "{end}";

/// A line of text.
///
/// ```
/// use swizzle_learn::{LESSONS, Span};
/// let lesson = LESSONS.iter().find(|lesson| lesson.slug == "rows-are-not-enough").unwrap();
/// assert!(lesson.summary.spans().any(|span| span == Span::Term("operands", "operand")));
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

/// The first part of a line, and what is behind it.
fn first(text: &'static str) -> Option<(Span, &'static str)> {
    let sign = text.chars().next()?;
    let cut = |end: &str| text[1..].split_once(end);
    let part = match sign {
        '`' => cut("`").map(|(code, rest)| (Span::Code(code), rest)),
        '[' => cut("](").and_then(|(words, rest)| {
            let (to, rest) = rest.split_once(')')?;
            let is_page = to.starts_with("#/");
            let span = if is_page { Span::Link } else { Span::Term };
            Some((span(words, to), rest))
        }),
        '{' => cut("}").map(|(inside, rest)| match inside.split_once(' ') {
            Some(("knob", key)) => (Span::Knob(key), rest),
            Some(("if", condition)) => {
                let [then, other, rest] = halves(rest);
                (Span::If(condition, Line(then), Line(other)), rest)
            }
            _ => (Span::Value(inside), rest),
        }),
        _ => None,
    };
    part.or_else(|| {
        let end = text[sign.len_utf8()..].find(['`', '[', '{']);
        let end = end.map_or(text.len(), |end| end + sign.len_utf8());
        let (words, rest) = text.split_at(end);
        Some((Span::Text(words), rest))
    })
}

/// The words behind a condition for where it holds, those for where it does not, and what is behind both.
fn halves(text: &'static str) -> [&'static str; 3] {
    let (mut open, mut other) = (0, None);
    for (at, _) in text.match_indices('{') {
        let rest = &text[at..];
        match open {
            _ if rest.starts_with("{if ") => open += 1,
            0 if rest.starts_with(ELSE) => other = Some(at),
            0 if rest.starts_with(END) => {
                let then = &text[..other.unwrap_or(at)];
                let other = other.map_or("", |other| &text[other + ELSE.len()..at]);
                return [then, other, &rest[END.len()..]];
            }
            _ if rest.starts_with(END) => open -= 1,
            _ => {}
        }
    }
    [text, "", ""]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_line() {
        let line = Line("a {if k = 1}b {if k = 2}[c](d){else}e{end}{else}{k}{end}.");
        let parts: Vec<Span> = line.spans().collect();
        let [Span::Text("a "), Span::If("k = 1", then, other), Span::Text(".")] = parts[..] else {
            panic!("{parts:?}");
        };
        assert_eq!(other.spans().collect::<Vec<_>>(), [Span::Value("k")]);
        let then: Vec<Span> = then.spans().collect();
        let [Span::Text("b "), Span::If("k = 2", then, other)] = then[..] else {
            panic!("{then:?}");
        };
        assert_eq!(then.spans().collect::<Vec<_>>(), [Span::Term("c", "d")]);
        assert_eq!(other.spans().collect::<Vec<_>>(), [Span::Text("e")]);
        let short = Line("[Check](#/), `a[0]`, [0, 1], {knob k}");
        assert_eq!(
            short.spans().collect::<Vec<_>>(),
            [
                Span::Link("Check", "#/"),
                Span::Text(", "),
                Span::Code("a[0]"),
                Span::Text(", "),
                Span::Text("[0, 1], "),
                Span::Knob("k")
            ]
        );
        assert_eq!(Line("").spans().next(), None);
    }
}
