//! Negations in words: `not K-major`, `non-K-major`, `not swizzled`. Of two majors, the other one is left; of anything else
//! nothing is left, and the words are named.

use super::*;

impl Sentence<'_> {
    /// How many words from this one deny something; none where they do not. What the word after `not` says is kept as its
    /// opposite.
    pub(crate) fn take_negation(&mut self, i: usize) -> Option<usize> {
        let is_not = |at| is_in("not non isn't never nor except", self.lower(at));
        let is_one = is_not(i) && self.is_joined(i) && !is_not(i + 1);
        if !is_one || self.register == Register::Code {
            return None;
        }
        let mut denied = self.clone();
        denied.shown.said.tile.major = None;
        denied.facts.retain(|fact| *fact != "major");
        let taken = denied.take(i + 1)?;
        let is_known = |fact: &&str| is_in("major operand", fact) || self.facts.contains(fact);
        let major = denied.shown.said.tile.major;
        if let Some(one) = denied.written.get(self.written.len()) {
            self.written.push(Written { major: one.major.other(), ..*one });
        } else if let Some(major) = major.filter(|_| denied.facts.iter().all(is_known)) {
            self.say_major(i, major.other());
        } else {
            let all = self.words.at[i].start..self.words.at[i + taken].end;
            let part = short(&self.words.text[all]);
            self.push(part, format!("is a negation, and {NOT_READ}"));
        }
        Some(1 + taken)
    }
}
