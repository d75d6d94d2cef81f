//! A Markdown file as headings, texts and fenced blocks.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::inline;

/// A part of a file.
pub(crate) enum Part {
    /// A heading: its level and its words.
    Heading(u8, String),
    /// A list, as source text of its items' `Line`s.
    List(String),
    /// A paragraph, as source text of a `Line`.
    Paragraph(String),
    /// A fenced block: what it is called, and its lines.
    Fence(String, Vec<String>),
}

/// Takes a file apart.
pub(crate) fn parts(text: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut events = Parser::new(text);
    while let Some(event) = events.next() {
        let Event::Start(tag) = event else {
            return Err(format!("not expected here: {event:?}"));
        };
        parts.push(match tag {
            Tag::Heading { level, .. } => {
                let words = until(&mut events, |end| matches!(end, TagEnd::Heading(_)));
                let level = if level == HeadingLevel::H1 { 1 } else { 2 };
                Part::Heading(level, inline::plain(&words)?)
            }
            Tag::Paragraph => {
                let words = until(&mut events, |end| *end == TagEnd::Paragraph);
                Part::Paragraph(inline::spans(&words)?)
            }
            Tag::List(None) => Part::List(list(&mut events)?),
            Tag::CodeBlock(CodeBlockKind::Fenced(name)) => {
                let words = until(&mut events, |end| *end == TagEnd::CodeBlock);
                let lines = inline::plain(&words)?;
                Part::Fence(name.to_string(), lines.lines().map(str::to_owned).collect())
            }
            other => return Err(format!("lessons have no {other:?}")),
        });
    }
    Ok(parts)
}

/// The events up to an end.
fn until<'a>(
    events: &mut impl Iterator<Item = Event<'a>>,
    is_end: impl Fn(&TagEnd) -> bool,
) -> Vec<Event<'a>> {
    events
        .take_while(|event| !matches!(event, Event::End(end) if is_end(end)))
        .collect()
}

/// A list of one level.
fn list<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Result<String, String> {
    let mut items = String::new();
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Item) => {
                let words = until(events, |end| *end == TagEnd::Item);
                items.push_str(&inline::spans(&words)?);
                items.push(',');
            }
            Event::End(TagEnd::List(_)) => break,
            other => return Err(format!("a list has items only, not {other:?}")),
        }
    }
    Ok(items)
}
