//! Negations in words: `not K-major`, `non-K-major`, `not swizzled`. Of two majors, the other one is left; of anything else
//! nothing is left, and the words are named.

use super::*;

/// How many words from this one deny something; none where they do not.
pub(crate) fn take(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    if sentence.register == Register::Code {
        return None;
    }
    if let Some(taken) = compound(sentence, i) {
        return Some(taken);
    }
    let is_not = |word: &str| is_in("not non isn't never nor except", word);
    if !is_not(sentence.lower(i)) || !sentence.is_joined(i) || is_not(sentence.lower(i + 1)) {
        return None;
    }
    match sentence.lower(i + 1) {
        "swizzled" | "swizzling" => sentence.say_swizzle(i, Swizzle::None),
        "sparse" => sentence.say_sparsity(i, Sparsity::Dense),
        _ => return denied(sentence, i),
    }
    Some(2)
}

/// `non-K-major`
fn compound(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let lower = sentence.lower(i);
    let rest = ["non-", "non_", "not-", "not_"]
        .iter()
        .find_map(|start| lower.strip_prefix(start))?;
    match (rest, meaning(&compared(rest))) {
        ("swizzled" | "swizzle", _) => sentence.say_swizzle(i, Swizzle::None),
        ("sparse", _) => sentence.say_sparsity(i, Sparsity::Dense),
        (_, Some(Meaning::Major(major))) => sentence.say_major(i, major.other()),
        (_, Some(Meaning::MajorOf(_))) => sentence.say_major(i, Major::K),
        // Named like any unknown word.
        _ => return None,
    }
    Some(1)
}

/// Reads what a word after `not` says, and takes it back.
fn denied(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let (shown, facts) = (sentence.shown, sentence.facts.clone());
    let (notices, strides) = (sentence.notices.clone(), sentence.strides);
    let written = sentence.written.len();
    sentence.shown.said.tile.major = None;
    sentence.facts.retain(|fact| *fact != "major");
    let taken = sentence.take(i + 1);
    let said = sentence.shown.said.tile.major;
    let is_major = sentence
        .facts
        .iter()
        .all(|fact| matches!(*fact, "major" | "operand") || facts.contains(fact));
    (sentence.shown, sentence.facts) = (shown, facts);
    (sentence.notices, sentence.strides) = (notices, strides);
    let taken = taken?;
    if let Some(one) = sentence.written.get_mut(written) {
        one.major = one.major.other();
        return Some(1 + taken);
    }
    match said.filter(|_| is_major) {
        Some(major) => sentence.say_major(i, major.other()),
        None => {
            let all = sentence.words.at[i].start..sentence.words.at[i + taken].end;
            let part = short(&sentence.words.text[all]);
            sentence.push(part, format!("is a negation, and {NOT_READ}"));
        }
    }
    Some(1 + taken)
}
