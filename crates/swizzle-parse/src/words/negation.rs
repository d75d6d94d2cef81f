//! Negations in words: `not K-major`, `non-K-major`, `not swizzled`. Of two majors, the other one is left; of anything else
//! nothing is left, and the words are named.

use crate::pasted::{NOT_READ, short};
use crate::tokens::is_in;
use crate::words::facts::Register;
use crate::words::facts::Sentence;
use crate::words::mode;
use swizzle_core::hardware::{Major, Sparsity};
use swizzle_core::law::Swizzle;
use swizzle_text::vocabulary::{Meaning, compared, meaning};

/// How many words from this one deny something; 0 where they do not.
pub(crate) fn take(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    if sentence.register == Register::Code {
        return 0;
    }
    if let Some(taken) = compound(sentence, i) {
        return taken;
    }
    let is_not = |word: &str| is_in("not non isn't never nor except", word);
    if !is_not(sentence.lower(i)) || !sentence.is_joined(i) || is_not(sentence.lower(i + 1)) {
        return 0;
    }
    match sentence.lower(i + 1) {
        "swizzled" | "swizzling" => {
            mode::say(sentence, i, Swizzle::None);
            return 2;
        }
        "sparse" => {
            say_dense(sentence, i);
            return 2;
        }
        _ => {}
    }
    denied(sentence, i)
}

/// `non-K-major`
fn compound(sentence: &mut Sentence<'_, '_>, i: usize) -> Option<usize> {
    let lower = sentence.lower(i);
    let rest = ["non-", "non_", "not-", "not_"]
        .iter()
        .find_map(|start| lower.strip_prefix(start))?;
    match (rest, meaning(&compared(rest))) {
        ("swizzled" | "swizzle", _) => mode::say(sentence, i, Swizzle::None),
        ("sparse", _) => say_dense(sentence, i),
        (_, Some(Meaning::Major(major))) => say_other(sentence, i, major),
        (_, Some(Meaning::MajorOf(_))) => say_other(sentence, i, Major::Mn),
        // Named like any unknown word.
        _ => return None,
    }
    Some(1)
}

/// Reads what a word after `not` says, and takes it back.
fn denied(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
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
    if taken == 0 {
        return 0;
    }
    if let Some(one) = sentence.written.get_mut(written) {
        one.major = one.major.other();
        return 1 + taken;
    }
    match said.filter(|_| is_major) {
        Some(major) => say_other(sentence, i, major),
        None => {
            let all = sentence.words.at[i].start..sentence.words.at[i + taken].end;
            let part = short(&sentence.words.text[all]);
            sentence.push(part, format!("is a negation, and {NOT_READ}"));
        }
    }
    1 + taken
}

fn say_other(sentence: &mut Sentence<'_, '_>, i: usize, major: Major) {
    sentence.say("major", i, |shown| {
        shown.said.tile.major = Some(major.other());
    });
}

fn say_dense(sentence: &mut Sentence<'_, '_>, i: usize) {
    sentence.say("sparsity", i, |shown| {
        shown.said.reader.sparsity = Some(Sparsity::Dense);
    });
}
