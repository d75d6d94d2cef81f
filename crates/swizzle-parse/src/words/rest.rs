//! Words beside a construct that one reader takes whole: `make_smem_desc(…); // bf16 B 128x64`, `Layout_K_SW64_Atom<half_t> 128x64`.

use super::*;

/// The ranges of constructs of one kind in a text, in order.
pub(crate) type Taken = fn(&str) -> Vec<Range<usize>>;

/// Reads a construct over what the words beside it say; none where the text has no such construct.
pub(crate) fn read(
    text: &str,
    (reader, taken): (Reader, Taken),
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Answer> {
    let alone = reader(text, choice, context)?;
    let (left, register) = left(text, &taken(text));
    if left.trim().is_empty() {
        return Some(alone);
    }
    let words = Words::of(&left);
    let mut sentence = Sentence::of(&words, Register::Sentence, context);
    sentence.take_pairs(true);
    sentence.leave_remark(text, &alone, context);
    let mut pasted = match reader(text, choice, &sentence.shown)? {
        Ok(pasted) => pasted,
        Err(error) => return Some(Err(error)),
    };
    pasted.notices.extend(sentence.differing(&pasted.shown));
    if pasted.shown.said.given.is_some() {
        sentence.give_strides_to(&mut pasted);
    } else {
        sentence.shown = pasted.shown;
        sentence.give_strides(choice);
        pasted.shown = sentence.shown;
    }
    pasted.name_tile(&sentence.facts);
    pasted.notices.append(&mut sentence.notices);
    if register == Register::Sentence {
        pasted.notices.extend(unread(&words, &sentence.used, Register::Sentence));
    }
    Some(Ok(pasted))
}

impl Sentence<'_> {
    /// Leaves out a mode that a comment names without a word of the tile: it may be of another line, or of what was before.
    fn leave_remark(&mut self, text: &str, alone: &Answer, context: &Shown) {
        let given = alone.as_ref().ok().and_then(|alone| alone.shown.said.given);
        let own = given.and_then(|given| given.decode().swizzle.ok());
        let is_remark = text.contains("//") || text.contains("/*");
        if own.is_some() && own != self.shown.said.tile.swizzle && is_remark && self.facts == ["swizzle"] {
            let mode = self.shown.said.tile.swizzle.map_or("", |mode| mode.name());
            let why = format!("is in a comment without a tile, and {NOT_READ}");
            self.push(mode.into(), why);
            self.shown.said.tile.swizzle = context.said.tile.swizzle;
            self.facts.clear();
        }
    }

    /// Returns the values of the construct that differ from those of the words.
    pub(crate) fn differing(&self, shown: &Shown) -> Vec<Notice> {
        let facts = ["element", "major", "swizzle", "operand", "arch", "extents", "start"];
        let said = facts.into_iter().filter(|fact| self.facts.contains(fact));
        let differs = said.filter_map(|fact| {
            let words = fact_text(&self.shown.said, fact)?;
            let is_same = fact_text(&shown.said, fact).as_ref() == Some(&words);
            (!is_same).then(|| notice(&words, format!("differs from its neighbour, and {NOT_READ}")))
        });
        differs.collect()
    }
}

/// A value as a notice names it; none where it is not specified.
fn fact_text(said: &Said, fact: &str) -> Option<String> {
    let Said { tile, reader, .. } = said;
    let name = match fact {
        "element" => tile.element?.name(),
        "major" => return Some(format!("{}-major", tile.major?.name())),
        "swizzle" => tile.swizzle?.name(),
        "operand" => reader.operand?.name(),
        "arch" => said.arch()?.name(),
        "extents" => return Some(format!("{} × {}", tile.mn?, tile.k?)),
        _ => return Some(format!("0x{:x}", tile.start_bytes?)),
    };
    Some(name.into())
}

/// Returns the text beside the constructs: all of it, or in code the comments on their lines.
fn left(text: &str, taken: &[Range<usize>]) -> (String, Register) {
    let taken: Vec<Range<usize>> = taken.iter().map(|at| with_assignment(text, at)).collect();
    let left = blanked(text, taken.iter().cloned());
    let bare = without_comments(&left);
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut is_code = false;
    for (start, line) in lines(text) {
        let all = start..start + line.len();
        let has_one = taken.iter().any(|at| at.start < all.end && all.start < at.end);
        let code = bare[all.clone()].trim_end();
        // The code of a line ends where its last comment begins.
        let end = all.start + code.len();
        // A construct's own end.
        let code = if has_one { code.trim_matches(any_of(" ;,.")) } else { code };
        is_code |= Register::of(code) == Register::Code;
        parts.push(if has_one { all.start..end } else { all });
    }
    if !is_code {
        return (without_marks(&left), Register::Sentence);
    }
    let left = blanked(&left, parts);
    (without_marks(&left), Register::Code)
}

/// A construct with the name that it is assigned to: `auto sA = `.
fn with_assignment(text: &str, at: &Range<usize>) -> Range<usize> {
    let before = text[..at.start].trim_end();
    let before = before.strip_suffix("decltype(").unwrap_or(before).trim_end();
    let name = match before.strip_suffix('=') {
        Some(name) => name.trim_end(),
        None => match before.strip_suffix("return") {
            Some(before) => return before.len()..at.end,
            None => return at.clone(),
        },
    };
    let is_path = |c: char| is_name(c) || ":.[]*&".contains(c);
    let mut start = name.trim_end_matches(is_path).len();
    // Its type, and the words before that: `static constexpr auto`.
    loop {
        let before = text[..start].trim_end_matches([' ', '\t']);
        let word = &before[before.trim_end_matches(is_path).len()..];
        if word.ends_with(':') || !is_filler(word.rsplit(':').next().unwrap_or(word)) || word.is_empty() {
            return start..at.end;
        }
        start = before.len() - word.len();
    }
}

/// The text with the marks of comments turned into spaces.
fn without_marks(text: &str) -> String {
    text.replace("//", "  ").replace("/*", "  ").replace("*/", "  ").replace('#', " ")
}
