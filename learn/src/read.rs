//! Lessons and glossary from the text in which they are written: Markdown, with a few blocks that have a name.

use crate::*;

/// All lessons, in the order in which they build on each other.
pub static LESSONS: LazyLock<Vec<Lesson>> =
    LazyLock::new(|| written().filter_map(|text| lesson(text).ok()).collect());

/// The glossary, in alphabetical order.
pub static TERMS: LazyLock<Vec<Term>> = LazyLock::new(|| {
    let mut terms: Vec<Term> = entries().filter_map(|entry| term(entry).ok()).collect();
    terms.sort_by_key(|term| term.title.to_lowercase());
    terms
});

/// The heading of what a reader knows at the end of a lesson.
const LEARNED: &str = "Now you know";

/// The text of each lesson, behind the name of its file.
fn written() -> impl Iterator<Item = &'static str> {
    include_str!(concat!(env!("OUT_DIR"), "/lessons.md")).split("\n= ").skip(1)
}

/// The entries of the glossary.
fn entries() -> impl Iterator<Item = Section> {
    sections(include_str!("../glossary.md")).skip(1)
}

/// What is under a heading: texts, and blocks with a name.
struct Section {
    title: &'static str,
    blocks: Vec<Block>,
    named: Vec<(&'static str, Vec<&'static str>)>,
}

/// The sections of a text, that of its title first.
fn sections(text: &'static str) -> impl Iterator<Item = Section> {
    text.split("\n## ").map(|text| {
        let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
        let mut section = Section { title, blocks: Vec::new(), named: Vec::new() };
        for part in rest.split("\n\n").map(str::trim).filter(|part| !part.is_empty()) {
            if let Some(fenced) = part.strip_prefix("```") {
                let (name, lines) = fenced.trim_end_matches("```").split_once('\n').unwrap_or((fenced, ""));
                section.named.push((name, lines.lines().collect()));
            } else if part.starts_with("- ") {
                let items = part.lines().map(|item| Line(item.trim_start_matches("- ")));
                section.blocks.push(Block::List(kept(items)));
            } else {
                section.blocks.push(Block::Paragraph(Line(part)));
            }
        }
        section
    })
}

/// A list that stays for as long as the lessons do.
fn kept<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    items.into_iter().collect::<Vec<_>>().leak()
}

impl Section {
    /// Takes the block of a name.
    fn take(&mut self, name: &str) -> Option<Vec<&'static str>> {
        let at = self.named.iter().position(|(known, _)| *known == name)?;
        Some(self.named.remove(at).1)
    }

    fn figure(&mut self) -> Result<Figure, String> {
        figure(&self.take("figure").ok_or("a block ```figure follows the heading")?)
    }

    /// The texts, once every block is taken.
    fn texts(self) -> Result<&'static [Block], String> {
        match self.named.first() {
            Some((name, _)) => Err(format!("a block ```{name} has no place here")),
            None => Ok(kept(self.blocks)),
        }
    }
}

/// A lesson: a title, a summary, a small picture, perhaps the chapter that it begins, its stops, and what they taught.
fn lesson(text: &'static str) -> Result<Lesson, String> {
    let (file, text) = text.split_once("\n# ").ok_or("a lesson begins with its title")?;
    let slug = file.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '-');
    let mut sections = sections(text);
    let mut head = sections.next().ok_or("a lesson begins with its title")?;
    let (title, chapter) = (head.title, head.take("chapter"));
    let picture = head.take("picture").ok_or("a block ```picture follows the summary")?;
    let picture = small(&picture, Small { link: "", show: Show::Matrix, mark: "" })?;
    let [Block::Paragraph(summary)] = head.texts()? else {
        return Err(format!("{slug}: a paragraph that sums it up follows the title"));
    };
    let (mut stops, mut learned) = (Vec::new(), None);
    for section in sections {
        match &section.blocks[..] {
            [Block::List(items)] if section.title == LEARNED => learned = Some(*items),
            _ => {
                let title = section.title;
                stops.push(stop(section).map_err(|why| format!("{slug}: {title}: {why}"))?);
            }
        }
    }
    let learned = learned.ok_or_else(|| format!("{slug}: a lesson ends with “{LEARNED}”"))?;
    let chapter = chapter.and_then(|lines| lines.first().copied());
    Ok(Lesson { slug, title, summary: *summary, picture, chapter, stops: kept(stops), learned })
}

/// A stop: a figure, its texts and a question.
fn stop(mut section: Section) -> Result<Stop, String> {
    let figure = section.figure()?;
    let ask = ask(&section.take("ask").ok_or("a stop ends with a block ```ask")?)?;
    Ok(Stop { title: section.title, figure, ask, blocks: section.texts()? })
}

/// An entry of the glossary: a figure, perhaps a small picture, and its explanation.
fn term(mut section: Section) -> Result<Term, String> {
    let title = section.title;
    let figure = section.figure().map_err(|why| format!("{title}: {why}"))?;
    let show = if figure.show == Show::Memory { Show::Memory } else { Show::Matrix };
    let picture = section.take("picture").unwrap_or_default();
    let picture = small(&picture, Small { link: figure.link, show, mark: "" })?;
    let slug = title.to_lowercase().replace(|sign: char| !sign.is_alphanumeric(), "-").leak();
    Ok(Term { slug, title, figure, picture, blocks: section.texts()? })
}

/// ```` ```picture ````: perhaps a link in place of the figure's, `memory`, a path.
fn small(lines: &[&'static str], of_figure: Small) -> Result<Small, String> {
    lines.iter().try_fold(of_figure, |small, line| match line.chars().next() {
        Some('#') => Ok(Small { link: line, ..small }),
        Some('M') => Ok(Small { mark: line, ..small }),
        _ if *line == "memory" => Ok(Small { show: Show::Memory, ..small }),
        _ => Err(format!("a picture has no line “{line}”")),
    })
}

/// ```` ```figure ````: a link’s keys, and perhaps `show matrix`, `show memory` or `show digits`, `show unit`, `then memory`,
/// `hide arrows` until the question is answered, `hide strides` for good, `hide steps`, `hide mode`, `against WORDS`, `bits MN K`,
/// `knobs KEY…` and `choices KEY VALUE…`. One of tensor memory has `show` and perhaps `then` with its pictures, and perhaps
/// `hide contents` until the question is answered. One of the wires is a link of the page of conflicts.
fn figure(lines: &[&'static str]) -> Result<Figure, String> {
    let (link, rest) = lines.split_first().ok_or("the figure has no link")?;
    let (mut figure, mut choices) = (Figure { link, ..Figure::EMPTY }, Vec::new());
    for line in rest {
        let fault = || format!("a figure has no line “{line}”");
        let (word, words) = line.split_once(' ').ok_or_else(fault)?;
        match (word, words) {
            ("show", "matrix") => figure.show = Show::Matrix,
            ("show", "memory") => figure.show = Show::Memory,
            ("show", "unit") => figure.unit = true,
            ("show", "digits") => figure.digits = true,
            ("show", pictures) => figure.parts = parts(pictures)?,
            ("then", "memory") => figure.then_both = true,
            ("then", pictures) => figure.then_parts = parts(pictures)?,
            ("hide", "arrows") => figure.strides = Strides::Answered,
            ("hide", "strides") => figure.strides = Strides::Hidden,
            ("hide", "steps") => figure.no_steps = true,
            ("hide", "mode") => figure.no_mode = true,
            ("hide", "contents") => figure.no_contents = true,
            ("against", _) => figure.against = Some(words),
            ("knobs", _) => figure.knobs = kept(words.split(' ')),
            ("choices", _) => {
                let (key, values) = words.split_once(' ').ok_or_else(fault)?;
                choices.push((key, kept(values.split(' '))));
            }
            ("bits", _) => figure.bits = Some(element(words).ok_or_else(fault)?),
            _ => return Err(fault()),
        }
    }
    figure.choices = kept(choices);
    if (figure.kind() == FigureKind::TensorMemory) == figure.parts.is_empty() {
        return Err("a figure of tensor memory, and no other, has a line “show PICTURE…”".into());
    }
    Ok(figure)
}

/// The pictures of tensor memory that a line names.
fn parts(words: &str) -> Result<&'static [Part], String> {
    let parts = words.split(' ').map(Part::from_name).collect::<Result<Vec<_>, _>>();
    parts.map(kept).map_err(|why| why.to_string())
}

/// `MN K`.
fn element(words: &str) -> Option<(u32, u32)> {
    let (mn, k) = words.split_once(' ')?;
    Some((mn.parse().ok()?, k.parse().ok()?))
}

/// ```` ```ask ````: `question:`, what is asked for (`click:`, `number:`, `option:`, `make:`), perhaps `about:` with keys, a `hint:` where that is a number, and
/// `answer:`.
fn ask(lines: &[&'static str]) -> Result<Ask, String> {
    let (mut question, mut answer, mut kind, mut about) = (None, None, None, None);
    let (mut options, mut hint) = (Vec::new(), Line(""));
    for line in lines {
        let fault = || format!("a question has no line “{line}”");
        let (key, rest) = line.split_once(": ").ok_or_else(fault)?;
        match key {
            "question" => question = Some(Line(rest)),
            "answer" => answer = Some(Line(rest)),
            "about" => about = Some(rest),
            "hint" => hint = Line(rest),
            "click" => kind = Some(click(rest).ok_or_else(fault)?),
            "number" => kind = Some(Kind::Number(rest)),
            "make" => kind = Some(Kind::Make(rest)),
            "option" => options.push(rest.rsplit_once(" => ").ok_or_else(fault)?),
            _ => return Err(fault()),
        }
    }
    if !options.is_empty() {
        kind = Some(Kind::Choose(kept(options)));
    }
    Ok(Ask {
        question: question.ok_or("no question:")?,
        kind: kind.ok_or("no click:, number:, option: or make:")?,
        about,
        hint,
        answer: answer.ok_or("no answer:")?,
    })
}

/// `matrix MN K` or `memory MN K`; in tensor memory a picture and an element.
fn click(text: &'static str) -> Option<Kind> {
    let (view, at) = text.split_once(' ')?;
    Some(match view {
        "matrix" | "memory" => Kind::Click { in_memory: view == "memory", element: element(at)? },
        _ => Kind::Cell { part: Part::from_name(view).ok()?, element: at },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_and_every_term_is_read() {
        let faults = written().filter_map(|text| lesson(text).err());
        let faults: Vec<String> = faults.chain(entries().filter_map(|entry| term(entry).err())).collect();
        assert_eq!(faults, [""; 0]);
    }

    #[test]
    fn a_lesson_ends_with_what_is_known_and_its_braces_close() {
        for text in written() {
            let ends = text.rsplit("\n## ").next().unwrap_or_default();
            assert!(ends.starts_with(LEARNED), "{ends}");
        }
        for line in written().chain([include_str!("../glossary.md")]).flat_map(str::lines) {
            let count = |sign: &str| line.matches(sign).count();
            let opened = [count("{"), count("{if ")];
            assert_eq!(opened, [count("}"), count("{end}")], "a brace or an {{if}} has no end: {line}");
        }
    }

    #[test]
    fn faults_are_told() {
        let of_figure = |line| figure(&["#/wgmma", line]).unwrap_err();
        assert_eq!(of_figure("hide everything"), "a figure has no line “hide everything”");
        assert_eq!(of_figure("bits 3"), "a figure has no line “bits 3”");
        assert!(of_figure("show map").contains("and no other"));
        assert!(figure(&["#/tensor-memory", "show moon"]).unwrap_err().contains("moon"));
        assert!(figure(&["#/tensor-memory"]).unwrap_err().contains("show PICTURE"));
        let of_ask = |lines: &[&'static str]| ask(lines).unwrap_err();
        assert_eq!(of_ask(&["question: a", "answer: b"]), "no click:, number:, option: or make:");
        assert_eq!(of_ask(&["number: steps", "answer: b"]), "no question:");
        assert_eq!(of_ask(&["click: memory 3"]), "a question has no line “click: memory 3”");
        assert_eq!(of_ask(&["riddle: a"]), "a question has no line “riddle: a”");
        let of_stop = |text| stop(sections(text).next().unwrap()).unwrap_err();
        assert_eq!(of_stop("A\n\nb"), "a block ```figure follows the heading");
        assert_eq!(of_stop("A\n\n```figure\n#/wgmma\n```"), "a stop ends with a block ```ask");
        let of_lesson = |text| lesson(text).unwrap_err();
        assert!(of_lesson("1-a\n# A\n\nb\n\nc\n\n```picture\n#/\n```").contains("sums it up"));
        assert!(of_lesson("1-a\n# A\n\nb\n\n```picture\n#/\n```").contains("Now you know"));
        assert!(of_lesson("1-a\n# A\n\n```poem\nb\n```\n\n```picture\n```").contains("poem"));
    }
}
