//! Negations in words: `not K-major`, `non-K-major`, `not swizzled`. Of two majors, the other one is left; of anything else
//! nothing is left, and the words are named.

use super::*;

impl Sentence<'_> {
    /// How many words from this one deny something; none where they do not.
    pub(crate) fn take_negation(&mut self, i: usize) -> Option<usize> {
        if self.register == Register::Code {
            return None;
        }

        let is_not = |word: &str| is_in("not non isn't never nor except", word);
        if !is_not(self.lower(i)) || !self.is_joined(i) || is_not(self.lower(i + 1)) {
            return None;
        }
        self.denied(i)
    }

    /// Reads what a word after `not` says, but keeps the opposite.
    fn denied(&mut self, i: usize) -> Option<usize> {
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
