//! A Markdown file as headings, texts and fenced blocks.

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

/// Source text of a `Line`; every choice of words in it has to end.
pub(crate) fn line(text: &str) -> Result<String, String> {
    let count = |sign: &str| text.matches(sign).count();
    match count("{if ") == count("{end}") && count("{") == count("}") {
        true => Ok(format!("Line({text:?})")),
        false => Err(format!("a brace or an {{if}} has no end: {text}")),
    }
}

/// Takes a file apart.
pub(crate) fn parts(text: &str) -> Result<Vec<Part>, String> {
    let (mut parts, mut lines) = (Vec::new(), text.lines());
    while let Some(first) = lines.next() {
        let head = first.split_once(' ').unwrap_or((first, ""));
        parts.push(match head {
            ("", _) => continue,
            ("#", words) => Part::Heading(1, words.into()),
            ("##", words) => Part::Heading(2, words.into()),
            (name, _) if name.starts_with("```") => {
                let inside = lines.by_ref().take_while(|line| *line != "```");
                Part::Fence(name[3..].into(), inside.map(str::to_owned).collect())
            }
            (sign, _) => {
                let more = lines.by_ref().take_while(|line| !line.is_empty());
                let all: Vec<&str> = [first].into_iter().chain(more).map(str::trim).collect();
                let text = all.join(" ");
                match sign {
                    "-" => {
                        let items = text[2..].split(" - ").map(line);
                        Part::List(items.collect::<Result<Vec<_>, _>>()?.join(","))
                    }
                    _ => Part::Paragraph(line(&text)?),
                }
            }
        });
    }
    Ok(parts)
}
