//! From good inputs to others: a few small changes each.

use std::ops::Range;

use super::target::{Input, Target, listed};

/// Longer ones are cut: they take long and say little more.
const LONGEST: usize = 2048;

/// Numbers at which something may turn over.
const NUMBERS: [u64; 16] = [
    0,
    1,
    7,
    8,
    15,
    16,
    127,
    128,
    0x3fff,
    0x4000,
    0xffff,
    0x1_0000,
    0x3_ffff,
    0xffff_ffff,
    0x1_0000_0000,
    u64::MAX,
];

/// Characters that are more than a byte, or less than one.
const CHARACTERS: [&str; 8] = ["é", "“", "×", "\u{feff}", "\u{202e}", "😀", "\0", "\u{a0}"];

/// The inputs of a corpus, each changed in one to eight ways.
pub(crate) struct Changed {
    /// Good inputs.
    pub(crate) corpus: Vec<Vec<u8>>,
    tokens: Vec<Vec<u8>>,
}

impl Changed {
    /// The inputs for a target.
    pub(crate) fn of(target: &Target) -> Self {
        let list = |what| listed(&format!("{} {what}", target.name)).collect::<Vec<_>>();
        let corpus = [list("texts"), (target.corpus)()].concat();
        Self { corpus, tokens: [list("tokens"), (target.tokens)()].concat() }
    }

    /// An input, or nothing if there is no chance left to choose by.
    pub(crate) fn input(&self, chance: &mut impl Chance) -> Option<Input> {
        let mut input = chance.one_of(&self.corpus)?.clone();
        for _ in 0..1 << chance.below(4)? {
            self.change(chance, &mut input)?;
        }
        input.truncate(LONGEST);
        Some(Input(input))
    }

    fn change(&self, chance: &mut impl Chance, input: &mut Vec<u8>) -> Option<()> {
        let part = chance.part(input)?;
        match chance.below(11)? {
            0 if !input.is_empty() => {
                let at = chance.below(input.len())?;
                input[at] ^= 1 << chance.below(8)?;
            }
            1 if !input.is_empty() => {
                let at = chance.below(input.len())?;
                input[at] = chance.bits()? as u8;
            }
            2 | 3 => insert(input, part.start, chance.one_of(&self.tokens)?),
            4 => {
                let token = chance.one_of(&self.tokens)?;
                input.splice(part, token.iter().copied());
            }
            5 => {
                input.drain(part);
            }
            6 => {
                let copy = input[part.clone()].to_vec();
                insert(input, part.end, &copy);
            }
            7 => {
                let other = chance.one_of(&self.corpus)?;
                let from = chance.part(other)?;
                input.splice(part, other[from].iter().copied());
            }
            8 => insert(input, part.start, chance.one_of(&CHARACTERS)?.as_bytes()),
            _ => change_number(chance, input)?,
        }
        Some(())
    }
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    input.splice(at..at, bytes.iter().copied());
}

/// Puts another number in place of one that is written out in digits.
fn change_number(chance: &mut impl Chance, input: &mut Vec<u8>) -> Option<()> {
    let from = chance.below(input.len() + 1)?;
    let Some(start) = (from..input.len()).find(|&at| input[at].is_ascii_digit()) else {
        return Some(());
    };
    let digits = input[start..].iter().take_while(|byte| byte.is_ascii_digit());
    let end = start + digits.count();
    let number = std::str::from_utf8(&input[start..end])
        .ok()
        .and_then(|digits| digits.parse::<u64>().ok())
        .unwrap_or_default();
    let number = match chance.below(6)? {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        2 => number.wrapping_mul(2),
        3 => number / 2,
        4 => *chance.one_of(&NUMBERS)?,
        _ => chance.bits()? >> chance.below(64)?,
    };
    let written = match chance.below(3)? {
        0 => format!("{number:#x}"),
        1 => format!("{number:x}"),
        _ => number.to_string(),
    };
    input.splice(start..end, written.into_bytes());
    Some(())
}

/// Who chooses: counted words, bolero's chance, or libFuzzer. Nothing where it has no more to choose by.
pub(crate) trait Chance {
    /// Any 64 bits.
    fn bits(&mut self) -> Option<u64>;

    /// A number below an end, which is not 0.
    fn below(&mut self, end: usize) -> Option<usize>;

    /// One of some, of which there is at least one.
    fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        Some(&all[self.below(all.len())?])
    }

    /// A part of an input, a short one more often than a long one.
    fn part(&mut self, input: &[u8]) -> Option<Range<usize>> {
        let start = self.below(input.len() + 1)?;
        let longest = (input.len() - start).min(1 << self.below(9)?);
        Some(start..start + self.below(longest + 1)?)
    }
}
