//! A figure, and a small picture.

use std::fmt::Write as _;

use crate::entry::Parts;
use crate::markdown::Part;

/// Link and view of the figure that comes next.
pub(crate) fn link_of(part: Option<&Part>) -> (String, &'static str) {
    let Some(Part::Fence(_, lines)) = part else {
        return (String::new(), "Matrix");
    };
    let in_memory = lines.iter().any(|line| line == "show memory");
    let link = lines.first().cloned().unwrap_or_default();
    (link, if in_memory { "Memory" } else { "Matrix" })
}

/// ```` ```picture ````, where a small one helps: a link in place of the figure's, `memory`, a path; or none of them.
pub(crate) fn picture(
    parts: &mut Parts,
    (mut link, mut show): (String, &'static str),
) -> Result<String, String> {
    let Some(Part::Fence(name, lines)) = parts.next_if(|part| matches!(part, Part::Fence(..))) else {
        return Ok(small(&link, show, ""));
    };
    if name != "picture" {
        return Err(format!("a term has no block “{name}”"));
    }
    let mut mark = String::new();
    for line in lines {
        match line.as_str() {
            "memory" => show = "Memory",
            _ if line.starts_with("#/") => link = line,
            _ if line.starts_with('M') => mark = line,
            _ => return Err(format!("a picture has no line “{line}”")),
        }
    }
    Ok(small(&link, show, &mark))
}

/// Source text of a `Small`.
pub(crate) fn small(link: &str, show: &str, mark: &str) -> String {
    format!("Small {{ link: {link:?}, show: Show::{show}, mark: {mark:?} }}")
}

/// ```` ```figure ````: a link’s keys, and perhaps `show matrix`, `show memory` or `show digits`, `show unit`, `then memory`,
/// `hide arrows` until the question is answered, `hide strides` for good, `hide steps`, `hide mode`, `against WORDS`, `bits MN K`,
/// `knobs KEY…` and `choices KEY VALUE…`. One of tensor memory has `show` and perhaps `then` with its pictures, and perhaps
/// `hide contents` until the question is answered. One of the wires is a link of the page of conflicts.
pub(crate) fn figure(parts: &mut Parts) -> Result<String, String> {
    let lines = match parts.next() {
        Some(Part::Fence(name, lines)) if name == "figure" => lines,
        _ => return Err("a block ```figure follows the heading".into()),
    };
    let (link, rest) = lines.split_first().ok_or("the figure has no link")?;
    let (mut fields, mut choices) = (format!("link: {link:?}"), String::new());
    let list = |words: &str| -> String { words.split(' ').map(|word| format!("{word:?},")).collect() };
    let is_of_tensor_memory = ["#/tensor-memory", "#/scale", "#/memory/lanes?tab=registers"]
        .iter()
        .any(|start| link.starts_with(start));
    for line in rest {
        if let Some((_, field)) = FLAGS.iter().find(|(flag, _)| flag == line) {
            let _ = write!(fields, ", {field}");
            continue;
        }
        let _ = match line.split_once(' ') {
            Some(("show", words)) if is_of_tensor_memory => {
                write!(fields, ", parts: &[{}]", parts_of(words)?)
            }
            Some(("then", words)) if is_of_tensor_memory => {
                write!(fields, ", then_parts: &[{}]", parts_of(words)?)
            }
            Some(("against", words)) => write!(fields, ", against: Some({words:?})"),
            Some(("knobs", keys)) => write!(fields, ", knobs: &[{}]", list(keys)),
            Some(("choices", rest)) => {
                let (key, values) =
                    rest.split_once(' ').ok_or_else(|| format!("“{rest}” is not “KEY VALUE…”"))?;
                write!(choices, "({key:?}, &[{}]),", list(values))
            }
            Some(("bits", element)) => {
                let element = element
                    .split_once(' ')
                    .and_then(|(mn, k)| Some((mn.parse::<u32>().ok()?, k.parse::<u32>().ok()?)));
                let element = element.ok_or_else(|| format!("“{line}” is not “bits MN K”"))?;
                write!(fields, ", bits: Some({element:?})")
            }
            _ => return Err(format!("a figure has no line “{line}”")),
        };
    }
    if is_of_tensor_memory != fields.contains(" parts: ") {
        return Err("a figure of tensor memory has a line “show PICTURE…”".into());
    }
    Ok(format!("Figure {{ {fields}, choices: &[{choices}], ..Figure::EMPTY }}"))
}

/// Lines of a figure without a value, each with the field that it sets.
const FLAGS: [(&str, &str); 10] = [
    ("show matrix", "show: Show::Matrix"),
    ("show memory", "show: Show::Memory"),
    ("show unit", "unit: true"),
    ("show digits", "digits: true"),
    ("then memory", "then_both: true"),
    ("hide arrows", "strides: Strides::Answered"),
    ("hide strides", "strides: Strides::Hidden"),
    ("hide steps", "no_steps: true"),
    ("hide mode", "no_mode: true"),
    ("hide contents", "no_contents: true"),
];

/// The pictures of tensor memory that a line names.
fn parts_of(words: &str) -> Result<String, String> {
    let part = |word| {
        let part = part_of(word).ok_or_else(|| format!("tensor memory has no picture “{word}”"))?;
        Ok(format!("Part::{part},"))
    };
    words.split(' ').map(part).collect()
}

/// A picture of tensor memory by its word.
pub(crate) fn part_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "map" => "Map",
        "columns" => "Columns",
        "lanes" => "Lanes",
        "registers" => "Registers",
        "fragment" => "Matrix",
        "factors" => "Factors",
        "blocks" => "Blocks",
        "words" => "Words",
        "steps" => "Steps",
        _ => return None,
    })
}
