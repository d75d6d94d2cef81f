//! A lesson or a term of the glossary, from its file's parts.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::vec::IntoIter;

use crate::figure::{figure, link_of, part_of, picture, small};
use crate::markdown::{Part, line as line_of, parts};

pub(crate) type Parts = Peekable<IntoIter<Part>>;

/// The heading of what a reader knows at the end of a lesson.
const LEARNED: &str = "Now you know";

/// Source text of a `Lesson`: a title, a summary, a small picture, its stops, and what they taught.
pub(crate) fn lesson(slug: &str, text: &str) -> Result<String, String> {
    let mut parts = parts(text)?.into_iter().peekable();
    let title = heading(&mut parts, 1)?.ok_or("a lesson begins with its title")?;
    let Some(Part::Paragraph(summary)) = parts.next() else {
        return Err("a paragraph that sums it up follows the title".into());
    };
    let picture = match parts.next() {
        Some(Part::Fence(name, lines)) if name == "picture" && lines.len() == 1 => {
            small(&lines[0], "Matrix", "")
        }
        _ => return Err("a block ```picture with one link follows the summary".into()),
    };
    let (mut stops, mut learned) = (String::new(), None);
    while let Some(title) = heading(&mut parts, 2)? {
        if learned.is_some() {
            return Err(format!("{title}: nothing follows “{LEARNED}”"));
        }
        if title == LEARNED {
            let Some(Part::List(items)) = parts.next() else {
                return Err(format!("a list follows “{LEARNED}”"));
            };
            learned = Some(items);
            continue;
        }
        let stop = stop(&title, &mut parts).map_err(|why| format!("{title}: {why}"))?;
        stops.push_str(&stop);
    }
    let learned = learned.ok_or_else(|| format!("a lesson ends with “{LEARNED}”"))?;
    Ok(format!(
        "Lesson {{ slug: {slug:?}, title: {title:?}, summary: {summary}, picture: {picture}, stops: &[{stops}], learned: &[{learned}] }},\n"
    ))
}

/// Source text of the `Term`s: a heading each.
pub(crate) fn terms(text: &str) -> Result<String, String> {
    let mut parts = parts(text)?.into_iter().peekable();
    heading(&mut parts, 1)?.ok_or("the glossary begins with its title")?;
    let mut terms = Vec::new();
    while let Some(title) = heading(&mut parts, 2)? {
        let what = |why| format!("{title}: {why}");
        let of_it = link_of(parts.peek());
        let figure = figure(&mut parts).map_err(what)?;
        let picture = picture(&mut parts, of_it).map_err(what)?;
        let blocks = blocks(&mut parts);
        let slug: String =
            title.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        terms.push((title.to_lowercase(), format!(
            "Term {{ slug: {slug:?}, title: {title:?}, figure: {figure}, picture: {picture}, blocks: &[{blocks}] }},\n"
        )));
    }
    terms.sort();
    Ok(terms.into_iter().map(|(_, term)| term).collect())
}

fn stop(title: &str, parts: &mut Parts) -> Result<String, String> {
    let figure = figure(parts)?;
    let blocks = blocks(parts);
    let ask = match parts.next() {
        Some(Part::Fence(name, lines)) if name == "ask" => ask(&lines)?,
        _ => return Err("a stop ends with a block ```ask".into()),
    };
    Ok(format!("Stop {{ title: {title:?}, figure: {figure}, blocks: &[{blocks}], ask: {ask} }},\n"))
}

/// The next part, if it is a heading; another level is a fault.
fn heading(parts: &mut Parts, level: u8) -> Result<Option<String>, String> {
    match parts.next() {
        None => Ok(None),
        Some(Part::Heading(there, words)) if there == level => Ok(Some(words)),
        Some(Part::Heading(_, words)) => Err(format!("“{words}” is of another level")),
        Some(_) => Err("a heading is expected: each stop has one figure and one question".into()),
    }
}

/// The texts up to the next heading or fenced block.
fn blocks(parts: &mut Parts) -> String {
    let mut blocks = String::new();
    while let Some(part) = parts.next_if(|part| matches!(part, Part::Paragraph(_) | Part::List(_))) {
        let _ = match part {
            Part::Paragraph(spans) => write!(blocks, "Block::Paragraph({spans}),"),
            Part::List(items) => write!(blocks, "Block::List(&[{items}]),"),
            Part::Heading(..) | Part::Fence(..) => Ok(()),
        };
    }
    blocks
}

/// ```` ```ask ````: `question:`, what is asked for (`click:`, `number:`, `option:`, `make:`), perhaps `about:` with keys, a `hint:` where that is a number, and
/// `answer:`.
fn ask(lines: &[String]) -> Result<String, String> {
    let (mut question, mut answer, mut kind, mut about) = (None, None, None, None);
    let (mut options, mut hint) = (String::new(), None);
    for line in lines {
        let (key, rest) = line.split_once(": ").ok_or_else(|| format!("“{line}” is not “key: value”"))?;
        match key {
            "question" => question = Some(line_of(rest)?),
            "answer" => answer = Some(line_of(rest)?),
            "about" => about = Some(rest),
            "hint" => hint = Some(line_of(rest)?),
            "click" => kind = Some(click(rest)?),
            "number" => kind = Some(format!("Kind::Number({rest:?})")),
            "make" => kind = Some(format!("Kind::Make({rest:?})")),
            "option" => {
                let (words, link) =
                    rest.rsplit_once(" => ").ok_or_else(|| format!("“{rest}” is not “words => link”"))?;
                let _ = write!(options, "({words:?}, {link:?}),");
            }
            _ => return Err(format!("a question has no line “{key}:”")),
        }
    }
    if !options.is_empty() {
        kind = Some(format!("Kind::Choose(&[{options}])"));
    }
    let (question, answer) = (question.ok_or("no question:")?, answer.ok_or("no answer:")?);
    let kind = kind.ok_or("no click:, number:, option: or make:")?;
    let may_have_hint = ["Kind::Number", "Kind::Make"].map(|of| kind.starts_with(of));
    if hint.is_some() && may_have_hint == [false; 2] || hint.is_none() && may_have_hint[0] {
        return Err("a question for a number has a hint:, one for a state may have one".into());
    }
    let hint = hint.unwrap_or_else(|| "Line(\"\")".into());
    Ok(format!(
        "Ask {{ question: {question}, kind: {kind}, about: {about:?}, hint: {hint}, answer: {answer} }}"
    ))
}

/// `matrix MN K` or `memory MN K`; in tensor memory a picture and an element.
fn click(text: &str) -> Result<String, String> {
    if let Some((part, element)) = text.split_once(' ')
        && let Some(part) = part_of(part)
    {
        return Ok(format!("Kind::Cell {{ part: Part::{part}, element: {element:?} }}"));
    }
    let fault = || format!("“{text}” is not “matrix MN K” or “memory MN K”");
    let words: Vec<&str> = text.split(' ').collect();
    let [view, mn, k] = words[..] else {
        return Err(fault());
    };
    let number = |word: &str| word.parse::<u32>().map_err(|_| fault());
    let in_memory = match view {
        "matrix" => false,
        "memory" => true,
        _ => return Err(fault()),
    };
    let element = (number(mn)?, number(k)?);
    Ok(format!("Kind::Click {{ in_memory: {in_memory}, element: {element:?} }}"))
}
