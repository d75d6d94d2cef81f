//! Texts with words: what reads a sentence, and what reads the words that it leaves.

use super::*;

/// A reader of words.
pub(crate) type ReadWords = fn(&Words, &PasteChoice, &Shown) -> Option<Answer>;

/// What reads the words that a sentence leaves, if it is not a number.
const OF_WORDS: &[ReadWords] = &[read_place, read_several, read_built];

/// Reads words of which a sentence took what it knows.
pub(crate) fn read_left(words: &Words, choice: &PasteChoice, context: &Shown) -> Answer {
    let read = OF_WORDS.iter().find_map(|read| read(words, choice, context));
    read.unwrap_or_else(|| pasted_number(words, choice, context))
}

/// Reads a sentence that may have an unreadable layout beside it: a CuTe swizzle needs no layout.
pub(crate) fn read_beside_layout(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let worded = read_with_words(words, choice, context);
    let fault = read_cute(&words.text).and_then(Result::err);
    let is_worded = matches!(&worded, Some(Ok(worded)) if worded.is_from_inside);
    match fault.filter(|why| !is_worded || why.message == OF_COORDINATES) {
        Some(fault) => Some(Err(fault)),
        None => worded,
    }
}

/// Reads a text by its words, with what else is in it; none where no word says anything.
fn read_with_words(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    if place(words, choice).is_some() {
        return None;
    }
    let long = long_numbers(words);
    if !long.is_empty() {
        let mut used = vec![false; words.at.len()];
        long.into_iter().for_each(|i| used[i] = true);
        let read = |choice: &PasteChoice, shown: &Shown| read_left(words, choice, shown);
        return Some(beside(words, (&used, None), choice, context, read));
    }
    if is_put_together(&words.text) || words.text.contains("+=") {
        return None;
    }
    let mut sentence = Sentence::of(words, context);
    sentence.chosen = choice.arch;
    let has_own_field =
        words.each().any(|i| !sentence.used[i] && is_field(words, i) && is_of_descriptor(words, i));
    if sentence.is_of_tile() && !has_own_field {
        sentence.take_pairs(true);
    }
    let has_strides = sentence.strides.iter().any(Option::is_some);
    let is_fault = |i| !has_strides && is_counted(words, i);
    if words.each().any(|i| !sentence.used[i] && is_field(words, i) || is_fault(i))
        || words.at.len() == 1 && key_at(words, 0).is_some()
    {
        // A column of halves has their names, too.
        return read_several(words, choice, context).or_else(|| {
            // Strides in words are fields here, too.
            let used = words.each().map(|i| sentence.used[i] && !is_counted(words, i));
            let used: Vec<bool> = used.collect();
            let read = |choice: &PasteChoice| pasted_fields(words, &used, &[], choice, &sentence.shown);
            Some(left_beside(&sentence, choice, read))
        });
    }
    let has_loose_number = words.each().any(|i| !sentence.used[i] && words.word(i).starts_with("0x"));
    let is_maker = |node: &&Node<'_>| {
        node.called('(').is_some_and(|(of, _)| last_name(of.text).to_ascii_lowercase().contains("desc"))
    };
    let says_enough = sentence.facts.len() > 1 || has_strides;
    if !sentence.facts.contains(&"extents")
        && let Some(call) = nodes(&tree(&words.text)).into_iter().find(is_maker)
    {
        let why = "The function of this call is not in the text, and its arguments are not known";
        return Some(refuse(call.range(), why));
    }
    if !says_enough || has_loose_number {
        // Halves, or a number that may be several things.
        let read = |choice: &PasteChoice| read_left(words, choice, &sentence.shown);
        return has_loose_number.then(|| left_beside(&sentence, choice, read));
    }
    Some(Ok(tile_alone(sentence, choice)))
}

// A tile in words, and words beside descriptors or fields. Parts that were not read are named.

/// The choice with the architecture that words say.
fn with_arch(sentence: &Sentence<'_>, choice: &PasteChoice) -> PasteChoice {
    let said = sentence.shown.said.arch().filter(|_| sentence.facts.contains(&"arch"));
    PasteChoice { arch: choice.arch.or(said), ..*choice }
}

/// A reading of some words, over what the others say of the tile of an operand.
pub(crate) fn beside(
    words: &Words,
    (used, operand): (&[bool], Option<Operand>),
    choice: &PasteChoice,
    context: &Shown,
    read: impl Fn(&PasteChoice, &Shown) -> Answer,
) -> Answer {
    let register = Register::of(&words.text);
    let mut sentence = Sentence::of_operand(words, register, context, operand);
    sentence.take_pairs(false);
    for (used, known) in sentence.used.iter_mut().zip(used) {
        *used |= known;
    }
    sentence.take_beside(choice);
    let other_major = sentence.choose_major(choice);
    let mut shown = sentence.shown;
    // The reader of the descriptor specifies its place.
    shown.said.place = context.said.place;
    let mut pasted = read(&with_arch(&sentence, choice), &shown)?;
    sentence.give_strides_to(&mut pasted);
    pasted.others.extend(other_major);
    let facts: Vec<&str> = sentence
        .facts
        .iter()
        .copied()
        .filter(|fact| !is_in("step block stage", fact))
        // The name of a function or a variable is not a tile.
        .filter(|fact| register != Register::Code || !is_in("arch operand", fact))
        .filter(|fact| operand.is_none() || *fact != "operand")
        .collect();
    if choice.arch.is_none() && sentence.facts.contains(&"arch") {
        pasted.what = pasted.what.replace(": as chosen", ": the text names it");
    }
    pasted.name_tile(&facts);
    pasted.notices.extend(sentence.notices);
    let others = contradictions(words, register, &mut sentence.used, &pasted);
    pasted.notices.extend(others);
    pasted.notices.extend(unread(words, &sentence.used, register));
    keep_stage(&mut pasted);
    Ok(pasted)
}

/// Leaves out the stage of a descriptor where the first stage would begin before shared memory does: it is this buffer's own.
fn keep_stage(pasted: &mut Pasted) {
    let Some(stage) = pasted.shown.said.place.stage.filter(|stage| *stage > 0) else {
        return;
    };
    let (Ok(spec), Some(given)) = (pasted.shown.spec(), pasted.shown.said.given) else {
        return;
    };
    let start = bytes_from_field(given.decode().start_field);
    if spec.tile().start_bytes > start {
        pasted.shown.said.place.stage = None;
        pasted.notices.push(notice(
            &format!("stage {stage}"),
            "would begin before shared memory if stages are as large as the tile; read as this stage alone",
        ));
    }
}

/// Fields beside a whole descriptor that are not its own, in whichever unit they are written. All are marked. Of code, which has
/// names of its own, they are the members of a descriptor.
fn contradictions(words: &Words, register: Register, used: &mut [bool], pasted: &Pasted) -> Vec<Notice> {
    let all = pasted.shown.said.all_given();
    let given = <[Descriptor; 1]>::try_from(all).ok().map(|[given]| given);
    let shape = |i: usize| match (&pasted.goes_to, words.word(i)) {
        (Some(Destination::Instruction(idesc)), "M") => Some(idesc.m()),
        (Some(Destination::Instruction(idesc)), "N") => Some(idesc.n()),
        _ => None,
    };
    let mut notices = Vec::new();
    for i in words.each().filter(|i| is_pair(words, *i)) {
        let key = key_at(words, i);
        let id = key.and_then(Key::field);
        // Code calls other things a start, a base and a version.
        let of_code = [FieldId::Lbo, FieldId::Sbo, FieldId::Swizzle, FieldId::LboMode];
        let is_own = register != Register::Code
            || words.word(i).ends_with('_')
            || id.is_some_and(|id| of_code.contains(&id));
        // A width in bytes was read as a mode.
        let is_open = is_own && !(key == Some(Key::Swizzle) && used[i]);
        let field = given.zip(id).map(|(given, id)| given.get(id) as u32);
        let Some(own) = shape(i).or(field).filter(|_| is_open) else {
            continue;
        };
        let value = &words.text[words.signed(i + 1)];
        let named = swizzle_from_name(value).ok().filter(|_| key == Some(Key::Swizzle));
        let is_same = if let Some(named) = named {
            given.and_then(|given| given.decode().swizzle.ok()) == Some(named)
        } else if let Ok(number) = number_from_text(value) {
            number == own || matches!(key, Some(Key::Of(..))) && number == own * UNIT_BYTES
        } else {
            continue;
        };
        used[i..i + 2].fill(true);
        if !is_same && notices.len() < CONTRADICTIONS_MAX {
            notices.push(notice(
                &words.text[words.span(i..i + 2)],
                format!("differs from the descriptor's own field, and {NOT_READ}"),
            ));
        }
    }
    notices
}

/// Fields that are named as not the descriptor's own.
const CONTRADICTIONS_MAX: usize = 8;

/// What is left of a text, with what its words say of the tile.
fn left_beside(
    sentence: &Sentence<'_>,
    choice: &PasteChoice,
    read: impl Fn(&PasteChoice) -> Answer,
) -> Answer {
    let choice = with_arch(sentence, choice);
    let mut pasted = match sentence.unit_of_tile(&choice, &read) {
        Some(pasted) => pasted,
        None => read(&choice)?,
    };
    pasted.name_tile(&sentence.facts);
    pasted.is_from_inside |= !sentence.facts.is_empty();
    pasted.notices.splice(0..0, sentence.notices.iter().cloned());
    Ok(pasted)
}

/// A tile alone.
fn tile_alone(mut sentence: Sentence<'_>, choice: &PasteChoice) -> Pasted {
    if let Some(arch) = choice.arch {
        sentence.shown.said = sentence.shown.said.with_arch(arch);
    }
    let mut others: Vec<_> = sentence.choose_major(choice).into_iter().collect();
    if let Some(unit) = sentence.give_strides(choice) {
        others.push(unit.other_reading(choice));
    }
    let mut notices: Vec<Notice> = sentence.notices;
    notices.extend(unread(sentence.words, &sentence.used, Register::Sentence));
    Pasted { others, ..Pasted::inside(tile_text(&sentence.facts), sentence.shown, notices) }
}

// Words beside a construct that one reader takes whole: `make_smem_desc(…); // bf16 B 128x64`, `Layout_K_SW64_Atom<half_t> 128x64`.

/// A reader of constructs of one kind, which adds their ranges to those that it took.
pub(crate) type ReadConstruct = fn(&str, &PasteChoice, &Shown, &mut Vec<Span>) -> Option<Answer>;

/// Reads a construct over what the words beside it say; none where the text has no such construct.
pub(crate) fn read_construct(
    text: &str,
    reader: ReadConstruct,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Answer> {
    let mut taken = Vec::new();
    let alone = reader(text, choice, context, &mut taken)?;
    let (left, register) = left(text, &taken);
    if left.trim().is_empty() {
        return Some(alone);
    }
    let words = Words::of(&left);
    let mut sentence = Sentence::of(&words, context);
    sentence.take_pairs(true);
    sentence.leave_remark(text, &alone, context);
    let mut pasted = match reader(text, choice, &sentence.shown, &mut taken)? {
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
fn left(text: &str, taken: &[Span]) -> (String, Register) {
    let taken: Vec<Span> = taken.iter().map(|at| with_assignment(text, at)).collect();
    let left = blanked(text, taken.iter().cloned());
    let bare = without_comments(&left);
    let mut parts: Vec<Span> = Vec::new();
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
fn with_assignment(text: &str, at: &Span) -> Span {
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

// A term of the glossary, alone or asked for: `LBO`, `what is the base offset?`.

/// Terms in lower case, as their entries are named; `swizzle` alone is its mode.
const TERMS: &str = "atom bank base-offset lbo phase row-pitch sbo swizzle swizzle-mode xor";

/// Words that ask for the meaning of others.
const ASKING: &str = "what what's whats does do mean meaning define definition explain";

/// Finds the entry of a term; none where the text says more.
pub(crate) fn read_term(words: &Words, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let all = words.each().map(|i| words.lower(i));
    // No question is long.
    let all: Vec<&str> = all.take(16).collect();
    let of_term = |word: &&str| is_in(&TERMS.replace('-', " "), word);
    let named: Vec<&str> = all.iter().copied().filter(of_term).collect();
    let named = named.join(" ");
    let slug = TERMS.split(' ').find(|slug| slug.replace('-', " ") == named)?;
    let is_known = |word: &&str| is_in(&named, word) || is_in(ASKING, word) || is_filler(word);
    let has_value = words.text.contains(any_of("=:(;"));
    (words.at.len() == all.len() && !has_value && all.iter().all(is_known)).then(|| {
        Ok(Pasted {
            is_answer: true,
            goes_to: Some(Destination::Term(match slug {
                "swizzle" => "swizzle-mode",
                slug => slug,
            })),
            ..Pasted::of(format!("“{named}”, a term of the glossary"), *context)
        })
    })
}
