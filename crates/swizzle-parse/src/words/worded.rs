//! A tile in words, and words beside descriptors or fields. Parts that were not read are named.

use super::*;

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
    let own = |id| given.map_or(0, |given| given.get(id) as u32);
    let mode = given.and_then(|given| given.decode().swizzle.ok());
    let mut notices = Vec::new();
    // Code calls other things a start, a base and a version.
    let is_of_field = |i: usize| {
        let key = names::key_at(words, i);
        matches!(key, Some(Key::Of(FieldId::Lbo | FieldId::Sbo, _) | Key::Swizzle | Key::LboMode))
    };
    let is_own = |i: &usize| register != Register::Code || words.word(*i).ends_with('_') || is_of_field(*i);
    for i in words.each().filter(|i| names::is_pair(words, *i) && is_own(i)) {
        let values = match (shape(i), names::key_at(words, i).filter(|_| given.is_some())) {
            (Some(extent), _) => [extent; 2],
            (_, Some(Key::Of(id, _))) => [own(id), own(id) * UNIT_BYTES],
            (_, Some(Key::BaseOffset)) => [own(FieldId::BaseOffset); 2],
            // A width in bytes was read as a mode.
            (_, Some(Key::Swizzle)) if !used[i] => [own(FieldId::Swizzle); 2],
            (_, Some(Key::LboMode)) => [own(FieldId::LboMode); 2],
            (_, Some(Key::Version)) => [own(FieldId::Fixed46); 2],
            _ => continue,
        };
        let value = &words.text[words.signed(i + 1)];
        let is_mode = names::key_at(words, i) == Some(Key::Swizzle);
        let named = swizzle_from_name(value).ok().filter(|_| is_mode);
        let is_number = || Some(values.contains(&number_from_text(value).ok()?));
        let Some(is_same) = named.map(|named| Some(named) == mode).or_else(is_number) else {
            continue;
        };
        used[i..i + 2].fill(true);
        if !is_same && notices.len() < CONTRADICTIONS_MAX {
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
pub(super) fn beside_fields(sentence: &Sentence<'_>, choice: &PasteChoice) -> Answer {
    // Strides in words are fields here, too.
    let mut used = sentence.used.clone();
    let words = sentence.words;
    for i in words.each() {
        used[i] &= !is_counted(words, i);
    }
    left_beside(sentence, choice, |choice| read::pasted(words, &used, &[], choice, &sentence.shown))
}

/// What is left of a text, with what its words say of the tile.
pub(super) fn left_beside(
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
pub(super) fn tile(mut sentence: Sentence<'_>, choice: &PasteChoice) -> Pasted {
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
