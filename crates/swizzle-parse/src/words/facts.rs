//! The state of reading a text: the words read so far, the values that they specified, and the notices about them.

use crate::pasted::{NOT_READ, StrideUnit, notice, short};
use crate::tokens::{Words, is_in};
use crate::words::filler::Register;
use swizzle_core::hardware::{Arch, Major, Operand};
use swizzle_view::link::Notice;
use swizzle_view::state::Shown;

/// Notices of one text that are kept.
const NOTICES_MAX: usize = 32;

/// The operand letters that occur in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Letters of at most one operand.
    One,
    /// Letters of both.
    Both,
    /// Letters of both, beside one descriptor.
    BothOfOne,
}

/// A layout in words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written {
    pub(crate) at: usize,
    /// The major of M × K or N × K: row-major is K-major.
    pub(crate) major: Major,
    /// The operand that the name before the layout specifies: `LayoutB = …`.
    pub(crate) whose: Option<Operand>,
    /// Whether it is a layout of CUTLASS, whose B is K × N.
    pub(crate) is_cutlass: bool,
}

/// A text, and what has been read of it so far.
pub(crate) struct Sentence<'w, 't> {
    pub(crate) words: &'w Words<'t>,
    pub(crate) register: Register,
    /// The words in lower case, the long ones cut.
    pub(crate) lower: Vec<String>,
    pub(crate) letters: Letters,
    /// The operand whose tile is read from a text with both operands in it.
    pub(crate) operand: Option<Operand>,
    /// Whether each word was read.
    pub(crate) used: Vec<bool>,
    /// Row-major and column-major layouts, until their operand is known.
    pub(crate) written: Vec<Written>,
    /// The major that was taken where words leave it open.
    pub(crate) open_major: Option<Major>,
    /// Whether K is the first of the extents, where their names tell.
    pub(crate) is_k_first: Option<bool>,
    /// The shape of an instruction, and its word.
    pub(crate) instruction: Option<(usize, (u32, u32, u32))>,
    /// The architecture that was chosen, regardless of what the words say.
    pub(crate) chosen: Option<Arch>,
    /// The state that is shown, with the specified values.
    pub(crate) shown: Shown,
    /// Names of the specified values.
    pub(crate) facts: Vec<&'static str>,
    pub(crate) notices: Vec<Notice>,
    /// LBO and SBO as they are written, and the first word that has one.
    pub(crate) strides: [Option<u32>; 2],
    /// Their unit, where it is written.
    pub(crate) stride_unit: Option<StrideUnit>,
}

impl Sentence<'_, '_> {
    /// The operand of the tile, as far as the text specifies it.
    pub(crate) fn said_operand(&self) -> Option<Operand> {
        let said = self.shown.said.reader.operand;
        self.operand
            .or(said.filter(|_| self.facts.contains(&"operand")))
    }

    /// Whether it says something of a tile itself, and not only where one is.
    pub(crate) fn is_of_tile(&self) -> bool {
        let is_of_tile = |fact: &&str| !is_in("start strides operand stages", fact);
        self.facts.iter().any(is_of_tile)
    }

    /// Specifies a value, unless there is no picture of it or an earlier word specifies another.
    pub(crate) fn say(&mut self, fact: &'static str, i: usize, change: impl FnOnce(&mut Shown)) {
        let mut next = self.shown;
        change(&mut next);
        let part = short(&self.words.text[self.words.signed(i)]);
        let why = match swizzle_params::check(&next.said) {
            Err(error) => format!("{error}: it {NOT_READ}"),
            Ok(()) if self.facts.contains(&fact) && next.said != self.shown.said => {
                // A log has these on each of its lines.
                let is_of_line = is_in("operand step block stage", fact);
                if is_of_line && self.register != Register::Sentence {
                    return;
                }
                format!("differs from an earlier value, and {NOT_READ}")
            }
            Ok(()) => {
                self.shown = next;
                if !self.facts.contains(&fact) {
                    self.facts.push(fact);
                }
                return;
            }
        };
        self.push(part, why);
    }

    /// Adds a notice, unless it is there: a text of nothing but contradictions says enough with a few.
    pub(crate) fn push(&mut self, part: String, why: String) {
        let notice = notice(&part, why);
        if self.notices.len() < NOTICES_MAX && !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    pub(crate) fn note(&mut self, i: usize, why: &str) {
        self.push(short(self.words.word(i)), why.to_string());
    }

    /// A word in lower case; empty behind the last.
    pub(crate) fn lower(&self, i: usize) -> &str {
        self.lower.get(i).map_or("", String::as_str)
    }

    /// Whether only whitespace separates a word from the next.
    pub(crate) fn is_joined(&self, i: usize) -> bool {
        i + 1 < self.words.at.len() && self.words.gap(i).trim().is_empty()
    }

    /// The first word from one on, or one of a few behind it, that is none of these.
    pub(crate) fn skip(&self, from: usize, most: usize, words: &str) -> usize {
        let is_one = |at: &usize| is_in(words, self.lower(*at));
        from + (from..from + most).take_while(is_one).count()
    }

    /// Whether what follows a word is its value.
    pub(crate) fn is_set(&self, i: usize) -> bool {
        let gap = self.words.at.get(i).map(|_| self.words.gap(i).trim());
        matches!(gap, Some("" | "=" | ":"))
    }
}
