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

/// Reads what a word after `not` says, but keeps the opposite.
fn denied(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let mut denied = sentence.clone();
    denied.shown.said.tile.major = None;
    denied.facts.retain(|fact| *fact != "major");
    let taken = denied.take(i + 1)?;
    let is_known = |fact: &&str| is_in("major operand", fact) || sentence.facts.contains(fact);
    let major = denied.shown.said.tile.major;
    if let Some(one) = denied.written.get(sentence.written.len()) {
        sentence.written.push(Written {
            major: one.major.other(),
            ..*one
        });
    } else if let Some(major) = major.filter(|_| denied.facts.iter().all(is_known)) {
        sentence.say_major(i, major.other());
    } else {
        let all = sentence.words.at[i].start..sentence.words.at[i + taken].end;
        let part = short(&sentence.words.text[all]);
        sentence.push(part, format!("is a negation, and {NOT_READ}"));
    }
    Some(1 + taken)
}
