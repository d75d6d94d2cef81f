//! Texts with words: what reads a sentence, and what reads the words that it leaves.

use super::*;
use crate::places::place;

/// A reader of words.
pub(crate) type ReadWords = fn(&Words, &PasteChoice, &Shown) -> Option<Answer>;

/// What reads the words that a sentence leaves, if it is not a number.
const OF_WORDS: &[ReadWords] = &[place::read, several::read, source::read_built];

/// Reads words of which a sentence took what it knows.
pub(crate) fn read_left(words: &Words, choice: &PasteChoice, context: &Shown) -> Answer {
    let read = OF_WORDS.iter().find_map(|read| read(words, choice, context));
    read.unwrap_or_else(|| value::pasted(words, choice, context))
}

/// Reads a sentence that may have an unreadable layout beside it: a CuTe swizzle needs no layout.
pub(crate) fn read_beside_layout(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let worded = read(words, choice, context);
    let fault = cute::read(&words.text).and_then(Result::err);
    let is_worded = matches!(&worded, Some(Ok(worded)) if worded.is_from_inside);
    match fault.filter(|why| !is_worded || why.message == OF_COORDINATES) {
        Some(fault) => Some(Err(fault)),
        None => worded,
    }
}

/// Reads a text by its words, with what else is in it; none where no word says anything.
fn read(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    if place::is_one(words, choice) {
        return None;
    }
    let long = value::long_numbers(words);
    if !long.is_empty() {
        let mut used = vec![false; words.at.len()];
        long.into_iter().for_each(|i| used[i] = true);
        let read = |choice: &PasteChoice, shown: &Shown| read_left(words, choice, shown);
        return Some(worded::beside(words, (&used, None), choice, context, read));
    }
    if source::is_one(&words.text) || words.text.contains("+=") {
        return None;
    }
    let mut sentence = Sentence::of(words, Register::Sentence, context);
    sentence.chosen = choice.arch;
    if sentence.is_of_tile() && !has_descriptor_fields(&sentence) {
        sentence.take_pairs(true);
    }
    let has_strides = sentence.strides.iter().any(Option::is_some);
    let is_fault = || !has_strides && words.each().any(|i| is_counted(words, i));
    if names::are_open(words, &sentence.used)
        || words.at.len() == 1 && key_at(words, 0).is_some()
        || is_fault()
    {
        // A column of halves has their names, too.
        return several::read(words, choice, context)
            .or_else(|| Some(worded::beside_fields(&sentence, choice)));
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
        return has_loose_number.then(|| worded::left_beside(&sentence, choice, read));
    }
    Some(Ok(worded::tile(sentence, choice)))
}

/// Whether a descriptor's own fields are beside the words.
fn has_descriptor_fields(sentence: &Sentence<'_>) -> bool {
    let words = sentence.words;
    words.each().any(|i| !sentence.used[i] && names::is_field(words, i) && names::is_of_descriptor(words, i))
}
