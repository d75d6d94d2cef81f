//! The operand to which words assign a tile or descriptor: `B`, `b:`, `operand = B`, `matrix B`, `B operand`, `as B`.

use super::*;

impl Sentence<'_> {
    /// How many words from this one say an operand by its letter alone; none where they do not.
    pub(crate) fn take_role(&mut self, i: usize) -> Option<usize> {
        let operand = at(self.words, i)?;
        match self.register {
            // The names of code are its own, but for that of the descriptor.
            Register::Code if !is_of_descriptor(self.words, i) => return None,
            Register::Named | Register::Code if self.letters == Letters::Both => {}
            Register::Named | Register::Code if self.letters == Letters::BothOfOne => {
                let why = format!("is one of two operands here, and {NOT_READ}");
                self.note(i, &why);
            }
            _ => self.say_operand(i, operand),
        }
        Some(1)
    }
}

/// The operand whose letter a word is.
pub(crate) fn at(words: &Words, i: usize) -> Option<Operand> {
    Operand::from_name(words.word(i)).ok().filter(|_| is_alone(words, i))
}

/// The operand letters that occur in a text.
pub(crate) fn letters(words: &Words) -> Letters {
    let has = |operand: Operand| words.each().any(|i| at(words, i) == Some(operand));
    match has(Operand::A) && has(Operand::B) {
        true if long_numbers(words).len() == 1 => Letters::BothOfOne,
        true => Letters::Both,
        false => Letters::One,
    }
}

/// `b = 0x4000004000010040`
fn is_of_descriptor(words: &Words, i: usize) -> bool {
    let is_set = is_in("= : :=", words.gap(i).trim());
    is_set && i + 1 < words.at.len() && is_long(words, i + 1)
}

/// Whether a word is `operand`: `operand = B`, and `B operand: bf16 128x64`, a heading, where it does not name what follows.
pub(crate) fn is_name(words: &Words, i: usize) -> bool {
    words.word(i).eq_ignore_ascii_case("operand")
}

/// Whether the letter of an operand stands for it alone: it is not a unit of bytes, an article, an index or a member.
fn is_alone(words: &Words, i: usize) -> bool {
    let (before, behind) = (words.before(i), words.gap(i));
    let is_index = behind.starts_with(any_of("[(.-+*<"))
        || before.ends_with(any_of(".-+*<$%&["))
        || before.trim_end().ends_with(any_of("+*|&<"));
    if is_index || behind.trim_start().starts_with(any_of("+*|&")) {
        return false;
    }
    if words.word(i) == "a" {
        // An article has no sign behind it.
        return matches!(behind.trim(), ":" | "=" | ": " | "=>");
    }
    let is_unit = before.trim().is_empty() && !before.contains('\n') && is_count(words.last(i));
    !is_unit
}

/// Whether a word is a number that may have bytes behind it: no descriptor, and no extents.
fn is_count(word: &str) -> bool {
    let (count, is_decimal) = digits(word);
    let bare = trim_suffix(word);
    let is_hex = hex_prefix(word) > 0 && count <= 8;
    let is_number = is_digits(bare) && is_decimal && count <= 8;
    has_digit_first(word) && (is_hex || is_number)
}
