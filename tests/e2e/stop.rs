//! The page of a stop: what it says, which the core has to agree with. The component tests of the page ask it with the same code.

use std::rc::Rc;

use serde_json::{Value, json};
use swizzle_core::reader::Spec;
use swizzle_learn::{
    Answer, Block, Facts, Judged, Kind, LESSONS, Line, Span, Stop, judge, resolved, subject_of,
};
use swizzle_view::Shown;

/// A fault is told in words.
pub(crate) type Result<T> = std::result::Result<T, String>;

/// The body of a function: what the page of a stop shows.
pub(crate) const READ: &str = include_str!("stop.js");

/// The address of a stop, both by their places.
pub(crate) fn address(lesson: usize, stop: usize) -> String {
    format!("#/learn/{}/{}", LESSONS[lesson].slug, stop + 1)
}

/// The stops whose question is of a kind, by their places.
pub(crate) fn stops_of(is_kind: fn(&Kind) -> bool) -> impl Iterator<Item = (usize, usize)> {
    LESSONS.iter().zip(0..).flat_map(move |(lesson, place)| {
        let stops = lesson.stops.iter().zip(0..);
        let found = stops.filter(move |(stop, _)| is_kind(&stop.ask.kind));
        found.map(move |(_, stop)| (place, stop))
    })
}

/// The tile of a state.
pub(crate) fn spec_of(state: &Shown) -> Result<Spec> {
    state.spec().map_err(|why| why.to_string())
}

/// The facts that a stop's figure shows for a link, whatever its kind.
pub(crate) fn facts_of(stop: &Stop, link: &str) -> Result<Rc<dyn Facts>> {
    (subject_of(&stop.figure).facts)(link).ok_or_else(|| format!("{link} has no picture"))
}

/// A line with the numbers of a figure, as a reader sees it. A dash replaces a number that the figure does not have.
pub(crate) fn words(line: Line, facts: &dyn Facts) -> String {
    let word = |span: Span| match span {
        Span::Text(words) | Span::Code(words) | Span::Term(words, _) | Span::Link(words, _) => {
            words.to_owned()
        }
        Span::Value(name) => number(name, facts),
        Span::Knob(_) | Span::If(..) => String::new(),
    };
    let words: String = resolved(line, facts).into_iter().map(word).collect();
    words.trim().to_owned()
}

fn number(name: &str, facts: &dyn Facts) -> String {
    facts.value(name).unwrap_or_else(|| "–".into())
}

pub(crate) fn lines(stop: &Stop) -> impl Iterator<Item = Line> {
    stop.blocks.iter().flat_map(|block| match block {
        Block::Paragraph(line) => vec![*line],
        Block::List(items) => items.to_vec(),
    })
}

/// What a stop says before its question, with the numbers of a figure.
pub(crate) fn text_of(stop: &Stop, facts: &dyn Facts) -> Value {
    let text: Vec<String> = lines(stop).map(|line| words(line, facts)).collect();
    json!(text)
}

/// The numbers in it.
pub(crate) fn values_of(stop: &Stop, facts: &dyn Facts) -> Value {
    let spans = lines(stop).flat_map(|line| resolved(line, facts));
    let values = spans.filter_map(|span| match span {
        Span::Value(name) => Some(number(name, facts)),
        _ => None,
    });
    json!(values.collect::<Vec<_>>())
}

/// What is said after the answer.
pub(crate) fn answer(stop: &Stop) -> Result<String> {
    let asked = facts_of(stop, stop.asked_link())?;
    Ok(words(stop.ask.answer, &*asked))
}

/// The number that answers a question, as one types it: hex is what a number of more than 32 bits is read as.
pub(crate) fn typed(stop: &Stop, name: &str) -> Result<String> {
    let asked = facts_of(stop, stop.asked_link())?;
    let value = asked.number(name).ok_or_else(|| name.to_owned())?;
    let is_long = value.value > u32::MAX.into();
    Ok(if is_long { format!("0x{:x}", value.value) } else { value.value.to_string() })
}

/// The place of the option that is right, or of the first that is wrong.
pub(crate) fn option(stop: &Stop, count: usize, judged: Judged) -> Result<usize> {
    (0..count)
        .find(|place| judge(stop, &Answer::Choice(*place)) == judged)
        .ok_or_else(|| format!("{}: no option is {judged:?}", stop.title))
}

/// What a stop shows when it is opened.
pub(crate) fn opened(lesson: usize, place: usize) -> Result<Value> {
    let stop = &LESSONS[lesson].stops[place];
    let begins = facts_of(stop, stop.figure.link)?;
    let asked = facts_of(stop, stop.asked_link())?;
    Ok(json!({
        "address": address(lesson, place),
        "heading": stop.title,
        "text": text_of(stop, &*begins),
        "values": values_of(stop, &*begins),
        "question": words(stop.ask.question, &*asked),
        "right": null,
        "wrong": null,
        "told": null,
    }))
}
