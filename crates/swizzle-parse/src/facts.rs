//! What was read of a text so far: which words, what they said, and what is to be told of them.

use crate::filler::Register;
use crate::pasted::{NOT_READ, StrideUnit, short};
use crate::tokens::Words;
use swizzle_core::hardware::{Arch, Major, Operand};
use swizzle_view::link::Notice;
use swizzle_view::state::Shown;

/// Notices of one text that are kept.
const NOTICES_MAX: usize = 32;

/// Letters of operands that stand in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    /// Of one operand at the most.
    One,
    /// Of both.
    Both,
    /// Of both, beside one descriptor.
    BothOfOne,
}

/// A layout in words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written {
    pub(super) at: usize,
    /// Of M × K or N × K: row-major is K-major.
    pub(super) major: Major,
    /// Whose layout the name before it says it is: `LayoutB = …`.
    pub(super) whose: Option<Operand>,
    /// Whether it is a layout of CUTLASS, whose B is K × N.
    pub(super) is_cutlass: bool,
}

/// What was read of a text so far.
pub(super) struct Sentence<'w, 't> {
    pub(super) words: &'w Words<'t>,
    pub(super) register: Register,
    /// The words in lower case, the long ones cut.
    pub(super) lower: Vec<String>,
    pub(super) letters: Letters,
    /// Whose tile is meant of a text with both operands in it.
    pub(super) operand: Option<Operand>,
    /// Which words were read.
    pub(super) used: Vec<bool>,
    /// Row-major and column-major, until it is known whose.
    pub(super) written: Vec<Written>,
    /// The major that was taken where words leave it open.
    pub(super) open_major: Option<Major>,
    /// Whether K is the first of the extents, where their names tell.
    pub(super) is_k_first: Option<bool>,
    /// The shape of an instruction, and its word.
    pub(super) instruction: Option<(usize, (u32, u32, u32))>,
    /// The architecture that was chosen, whatever the words say.
    pub(super) chosen: Option<Arch>,
    /// What is shown, with what was said.
    pub(super) shown: Shown,
    /// Names of the values that were said.
    pub(super) facts: Vec<&'static str>,
    pub(super) notices: Vec<Notice>,
    /// LBO and SBO as they are written, and the first word that has one.
    pub(super) strides: [Option<u32>; 2],
    /// Their unit, where it is written.
    pub(super) stride_unit: Option<StrideUnit>,
}

impl Sentence<'_, '_> {
    /// Whose tile it is, as far as the text says it.
    pub(super) fn said_operand(&self) -> Option<Operand> {
        let said = self.shown.said.reader.operand;
        self.operand
            .or(said.filter(|_| self.facts.contains(&"operand")))
    }

    /// Whether it says something of a tile itself, and not only where one is.
    pub(super) fn is_of_tile(&self) -> bool {
        let is_of_tile = |fact: &&str| !matches!(*fact, "start" | "strides" | "operand" | "stages");
        self.facts.iter().any(is_of_tile)
    }

    /// Says something, unless there is no picture of it, or a word before says otherwise.
    pub(super) fn say(&mut self, fact: &'static str, i: usize, change: impl FnOnce(&mut Shown)) {
        let mut next = self.shown;
        change(&mut next);
        let part = short(&self.words.text[self.words.signed(i)]);
        let why = match next.said.check() {
            Err(error) => format!("{error}: it {NOT_READ}"),
            Ok(()) if self.facts.contains(&fact) && next.said != self.shown.said => {
                // A log has these on each of its lines.
                let is_of_line = matches!(fact, "operand" | "step" | "block" | "stage");
                if is_of_line && self.register != Register::Sentence {
                    return;
                }
                format!("differs from what stands before it, and {NOT_READ}")
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
    pub(super) fn push(&mut self, part: String, why: String) {
        let notice = Notice { part, why };
        if self.notices.len() < NOTICES_MAX && !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    pub(super) fn note(&mut self, i: usize, why: &str) {
        self.push(short(self.words.word(i)), why.to_string());
    }

    /// A word in lower case; empty behind the last.
    pub(super) fn lower(&self, i: usize) -> &str {
        self.lower.get(i).map_or("", String::as_str)
    }

    /// Whether nothing but space stands between a word and the next.
    pub(super) fn is_joined(&self, i: usize) -> bool {
        i + 1 < self.words.at.len() && self.words.gap(i).trim().is_empty()
    }
}
