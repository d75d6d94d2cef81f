//! The words of a lesson, with the figure's numbers and controls in them.

use super::*;

/// Subject of the words.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// Facts about the figure, whose numbers are in the text; none where there is no figure.
    pub facts: Option<&'a dyn Facts>,
    /// A control of the figure, by its key.
    pub knob: &'a dyn Fn(&'static str) -> Html,
}

/// The paragraphs and lists of a text.
pub fn blocks(blocks: &'static [Block], at: At<'_>) -> Html {
    let item = |line: &Line| bare("li", spans(*line, at));
    let block = |block: &'static Block| match block {
        Block::Paragraph(line) => p("", spans(*line, at)),
        Block::List(items) => bare("ul", items.iter().map(item)),
    };
    several(blocks.iter().map(block))
}

/// The parts of a line, each in a place of its own: where other words hold, a control behind them stays the same element.
pub fn spans(line: Line, at: At<'_>) -> Html {
    let part = |part: Span| match part {
        Span::Text(words) => html! { words },
        Span::Code(words) => bare("code", words),
        Span::Term(words, slug) => a("term learn-term", term_address(slug), words)
            .with("data-term", slug)
            .with("aria-haspopup", "dialog"),
        Span::Link(words, address) => a("", address, words),
        Span::Value(name) => {
            // A dash where the figure as it is now has none.
            let value = at.facts.and_then(|facts| facts.value(name));
            span("learn-value", value.unwrap_or_else(|| "–".into()))
        }
        Span::Knob(key) => span("learn-knob", (at.knob)(key)),
        Span::If(condition, then, other) => {
            let is_so = at.facts.and_then(|facts| holds(facts, condition));
            spans(if is_so == Some(true) { then } else { other }, at)
        }
    };
    several(line.spans().map(part))
}

/// The words of what has no figure.
pub fn words(line: Line) -> Html {
    spans(line, At { facts: None, knob: &|key| bare("code", key) })
}
