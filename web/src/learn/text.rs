//! The words of a lesson, with the figure's numbers and controls in them.

use swizzle_core::Spec;
use swizzle_learn::{Block, Figure, Line, Span, holds, value};
use swizzle_view::Shown;

use super::address::term_address;
use super::knob::knob;
use crate::element::{Attr, Element, el, fragment};
use crate::state::Dispatch;

/// What the words are about.
pub(super) struct At<'a> {
    /// The figure's state.
    pub shown: &'a Shown,
    /// Its tile, whose numbers stand in the text.
    pub spec: &'a Spec,
    /// Changes it.
    pub dispatch: &'a Dispatch,
    /// The figure as the lesson has it.
    pub figure: &'static Figure,
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
            Span::Value(name) => el("span")
                .class("learn-value")
                // A dash where the figure as it is now has none.
                .child(value(at.spec, name).unwrap_or_else(|| "–".into())),
            Span::Knob(key) => knob(key, at.figure, at.shown, at.dispatch),
            Span::If(condition, then, other) => {
                let is_so = holds(at.spec, condition).unwrap_or(false);
                spans(if is_so { then } else { other }, at)
            }
        }
    }))
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
