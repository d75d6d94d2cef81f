//! Texts with words: a tile in words, words beside descriptors or fields. Parts that were not read are named.

use super::*;
use crate::{formats::read_left, places::place};

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
        return Some(beside(words, (&used, None), choice, context, read));
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
        return several::read(words, choice, context).or_else(|| Some(beside_fields(&sentence, choice)));
    }
    let has_loose_number = words.each().any(|i| !sentence.used[i] && words.word(i).starts_with("0x"));
    let says_enough = sentence.facts.len() > 1 || has_strides;
    if !says_enough || has_loose_number {
        // Halves, or a number that may be several things.
        let read = |choice: &PasteChoice| read_left(words, choice, &sentence.shown);
        return has_loose_number.then(|| left_beside(&sentence, choice, read));
    }
    Some(Ok(tile(sentence, choice)))
}

/// Whether a descriptor's own fields are beside the words.
fn has_descriptor_fields(sentence: &Sentence<'_>) -> bool {
    let words = sentence.words;
    words.each().any(|i| !sentence.used[i] && names::is_field(words, i) && names::is_of_descriptor(words, i))
}

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
    if register != Register::Code {
        let others = contradictions(words, &mut sentence.used, &pasted.shown);
        pasted.notices.extend(others);
    }
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

/// Fields beside a whole descriptor that are not its own, in whichever unit they are written. All are marked.
fn contradictions(words: &Words, used: &mut [bool], shown: &Shown) -> Vec<Notice> {
    let all = shown.said.all_given();
    let [given] = all[..] else {
        return Vec::new();
    };
    let own = |id| given.get(id) as u32;
    let mut notices = Vec::new();
    for i in words.each().filter(|i| names::is_pair(words, *i)) {
        let values = match names::key_at(words, i) {
            Some(Key::Of(id, _)) => [own(id), own(id) * UNIT_BYTES],
            Some(Key::BaseOffset) => [own(FieldId::BaseOffset); 2],
            // A width in bytes was read as a mode.
            Some(Key::Swizzle) if !used[i] => [own(FieldId::Swizzle); 2],
            _ => continue,
        };
        let Ok(value) = number_from_text(&words.text[words.signed(i + 1)]) else {
            continue;
        };
        used[i..i + 2].fill(true);
        if !values.contains(&value) && notices.len() < CONTRADICTIONS_MAX {
            notices.push(notice(
                &words.text[words.at[i].start..words.at[i + 1].end],
                format!("differs from the descriptor's own field, and {NOT_READ}"),
            ));
        }
    }
    notices
}

/// Fields that are named as not the descriptor's own.
const CONTRADICTIONS_MAX: usize = 8;

/// Fields, with what words beside them say of the tile.
fn beside_fields(sentence: &Sentence<'_>, choice: &PasteChoice) -> Answer {
    // Strides in words are fields here, too.
    let mut used = sentence.used.clone();
    let words = sentence.words;
    for i in words.each() {
        used[i] &= !is_counted(words, i);
    }
    left_beside(sentence, choice, |choice| read::pasted(words, &used, &[], choice, &sentence.shown))
}

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
fn tile(mut sentence: Sentence<'_>, choice: &PasteChoice) -> Pasted {
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
