//! The words of a line: text, code, terms, and text in braces, packed into one string.

use pulldown_cmark::{Event, Parser, Tag};

use crate::mark::{CODE, ELSE, END, IF, KNOB, NEXT, TERM, VALUE};

/// Source text of a `Line`.
pub(crate) fn spans(events: &[Event<'_>]) -> Result<String, String> {
    let mut out = String::new();
    // Choices of words that are open, and whether each is at its second half.
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(event) = events.get(at) {
        at += 1;
        match event {
            Event::Text(text) => {
                // Text in braces may contain a sign at which the parser cuts a text in two.
                let mut whole = String::from(&**text);
                while let Some(more @ (Event::Text(_) | Event::SoftBreak)) = events.get(at) {
                    whole.push_str(if let Event::Text(text) = more {
                        text
                    } else {
                        " "
                    });
                    at += 1;
                }
                with_braces(&whole, &mut open, &mut out)?;
            }
            Event::SoftBreak => with_braces(" ", &mut open, &mut out)?,
            Event::Code(text) => push(&mut out, CODE, text),
            Event::Start(tag) => {
                let from = at;
                while !matches!(events.get(at), Some(Event::End(_)) | None) {
                    at += 1;
                }
                let words = plain(&events[from..at])?;
                if words.contains('{') {
                    return Err(format!(
                        "what stands in braces is not worked out here: {words}"
                    ));
                }
                at += 1;
                match tag {
                    Tag::Link { dest_url, .. } if **dest_url == *words => {
                        push(&mut out, TERM, &words)
                    }
                    Tag::Link { dest_url, .. } => {
                        push(&mut out, TERM, &format!("{words}{NEXT}{dest_url}"));
                    }
                    other => return Err(format!("a line has no {other:?}")),
                }
            }
            other => return Err(format!("a line has no {other:?}")),
        }
    }
    if !open.is_empty() {
        return Err(format!("a line has more {{if}} than {{end}}: {}", out));
    }
    Ok(format!("Line({out:?})"))
}

/// The same for a line that is not a Markdown file of its own.
pub(crate) fn spans_of_line(line: &str) -> Result<String, String> {
    let events: Vec<Event<'_>> = Parser::new(line).collect();
    match &events[..] {
        [Event::Start(Tag::Paragraph), inside @ .., Event::End(_)] => spans(inside),
        _ => Err(format!("this is not one paragraph: {line}")),
    }
}

/// The words alone.
pub(crate) fn plain(events: &[Event<'_>]) -> Result<String, String> {
    events
        .iter()
        .map(|event| match event {
            Event::Text(text) | Event::Code(text) => Ok(&**text),
            Event::SoftBreak => Ok(" "),
            other => Err(format!("there are only words here, no {other:?}")),
        })
        .collect()
}

/// Text with numbers and controls of the figure in braces.
fn with_braces(text: &str, open: &mut Vec<bool>, out: &mut String) -> Result<(), String> {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (inside, after) = behind
            .split_once('}')
            .ok_or_else(|| format!("this brace is not closed: {rest}"))?;
        if !before.is_empty() {
            out.push_str(before);
        }
        match (inside.split_once(' '), inside) {
            (Some(("knob", key)), _) => push(out, KNOB, key),
            (Some(("if", condition)), _) => {
                out.extend([IF].into_iter().chain(condition.chars()).chain([NEXT]));
                open.push(false);
            }
            (_, "else") if open.last() == Some(&false) => {
                out.push(ELSE);
                open.pop();
                open.push(true);
            }
            (_, "end") => match open.pop() {
                Some(true) => out.push(END),
                Some(false) => out.extend([ELSE, END]),
                None => return Err(format!("no {{if}} before this {{end}}: {text}")),
            },
            _ => push(out, VALUE, inside),
        }
        rest = after;
    }
    if !rest.is_empty() {
        out.push_str(rest);
    }
    Ok(())
}

fn push(out: &mut String, sign: char, text: &str) {
    out.push(sign);
    out.push_str(text);
    out.push(END);
}
