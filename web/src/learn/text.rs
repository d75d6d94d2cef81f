//! The words of a lesson, with the figure's numbers and controls in them.

use swizzle_core::{LinkState, Spec, quantity};
use swizzle_learn::{Block, Span, TERMS};

use super::knob::knob;
use crate::element::{Attr, Element, el, fragment};
use crate::state::Dispatch;

/// What the words are about.
pub(super) struct At<'a> {
    /// The figure's state.
    pub shown: &'a LinkState,
    /// Its tile, whose numbers stand in the text.
    pub spec: &'a Spec,
    /// Changes it.
    pub dispatch: &'a Dispatch,
}

/// The paragraphs and lists of a text.
pub(super) fn blocks(blocks: &'static [Block], at: &At<'_>) -> Element {
    fragment().children(blocks.iter().map(|block| match block {
        Block::Paragraph(line) => el("p").child(spans(line, at)),
        Block::List(items) => {
            el("ul").children(items.iter().map(|item| el("li").child(spans(item, at))))
        }
    }))
}

/// The parts of a line.
pub(super) fn spans(line: &'static [Span], at: &At<'_>) -> Element {
    fragment().children(line.iter().map(|span| match span {
        Span::Text(words) => fragment().child(*words),
        Span::Strong(words) => el("strong").child(*words),
        Span::Emphasis(words) => el("em").child(*words),
        Span::Code(words) => el("code").child(*words),
        Span::Link(words, to) => el("a").attr(Attr::Href, *to).child(*words),
        Span::Term(words, slug) => term(words, slug),
        Span::Value(name) => el("span").class("learn-value").child(value(name, at.spec)),
        Span::Knob(key) => knob(key, at.shown, at.dispatch),
    }))
}

/// A number of the figure; a dash where the figure as it is now has none.
fn value(name: &str, spec: &Spec) -> String {
    quantity(spec, name).map_or("–".into(), |quantity| quantity.text)
}

/// A word that leads to its entry, whose first sentence shows where the pointer rests.
fn term(words: &'static str, slug: &'static str) -> Element {
    let known = TERMS.iter().find(|term| term.slug == slug);
    el("a")
        .class("learn-term")
        .attr(Attr::Href, format!("#/glossary/{slug}"))
        .attr(Attr::Title, known.map(|term| term.title))
        .child(words)
}
