//! The words of a lesson, with the figure's numbers and controls in them.

use swizzle_learn::{Block, Facts, Line, Span, holds};

use super::address::term_address;
use crate::element::{Attr, Element, el, fragment};

/// Subject of the words.
pub(super) struct At<'a> {
    /// Facts about the figure, whose numbers are in the text.
    pub facts: &'a dyn Facts,
    /// A control of the figure, by its key.
    pub knob: &'a dyn Fn(&'static str) -> Element,
}

/// The paragraphs and lists of a text.
pub(super) fn blocks(blocks: &'static [Block], at: &At<'_>) -> Element {
    fragment().children(blocks.iter().map(|block| match block {
        Block::Paragraph(line) => el("p").child(spans(*line, at)),
        Block::List(items) => {
            el("ul").children(items.iter().map(|item| el("li").child(spans(*item, at))))
        }
    }))
}

/// The parts of a line, each in a place of its own: where other words hold, a control behind them stays the same element.
pub(super) fn spans(line: Line, at: &At<'_>) -> Element {
    fragment().children(line.spans().map(|span| {
        match span {
            Span::Text(words) => fragment().child(words),
            Span::Code(words) => el("code").child(words),
            Span::Term(words, slug) => term(words, slug),
            Span::Link(words, address) => link(words, address),
            Span::Value(name) => el("span")
                .class("learn-value")
                // A dash where the figure as it is now has none.
                .child(at.facts.value(name).unwrap_or_else(|| "–".into())),
            Span::Knob(key) => (at.knob)(key),
            Span::If(condition, then, other) => {
                let is_so = holds(at.facts, condition).unwrap_or(false);
                spans(if is_so { then } else { other }, at)
            }
        }
    }))
}

/// Words that open another page.
pub(super) fn link(words: &'static str, address: &'static str) -> Element {
    el("a").attr(Attr::Href, address).child(words)
}

/// A word of the glossary, which [`Terms`](crate::page::terms) explains beside itself.
pub(super) fn term(words: &'static str, slug: &'static str) -> Element {
    el("a")
        .class("learn-term")
        .attr(Attr::Href, term_address(slug))
        .attr(Attr::DataTerm, slug)
        .attr(Attr::AriaHaspopup, "dialog")
        .child(words)
}
