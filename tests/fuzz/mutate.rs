//! From good inputs to others: a few small changes each.

use std::ops::Range;

use crate::random::Random;

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

/// Changes an input in one to eight ways; `others` are inputs to take parts from.
pub(crate) fn mutate(
    random: &mut Random,
    input: &mut Vec<u8>,
    tokens: &[Vec<u8>],
    others: &[Vec<u8>],
) {
    let rounds = 1 << random.below(4);
    for _ in 0..rounds {
        change(random, input, tokens, others);
    }
    input.truncate(LONGEST);
}

fn change(random: &mut Random, input: &mut Vec<u8>, tokens: &[Vec<u8>], others: &[Vec<u8>]) {
    let part = part(random, input);
    match random.below(11) {
        0 if !input.is_empty() => {
            let at = random.below(input.len());
            input[at] ^= 1 << random.below(8);
        }
        1 if !input.is_empty() => {
            let at = random.below(input.len());
            input[at] = random.bits() as u8;
        }
        2 | 3 => {
            let token = random.one_of(tokens);
            insert(input, part.start, token);
        }
        4 => {
            let token = random.one_of(tokens);
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
            let other = random.one_of(others);
            let from = self::part(random, other);
            input.splice(part, other[from].iter().copied());
        }
        8 => {
            let character = random.one_of(&CHARACTERS);
            insert(input, part.start, character.as_bytes());
        }
        _ => change_number(random, input),
    }
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    input.splice(at..at, bytes.iter().copied());
}

/// A part of an input, a short one more often than a long one.
fn part(random: &mut Random, input: &[u8]) -> Range<usize> {
    let start = random.below(input.len() + 1);
    let longest = (input.len() - start).min(1 << random.below(9));
    start..start + random.below(longest + 1)
}

/// Puts another number in place of one that is written out in digits.
fn change_number(random: &mut Random, input: &mut Vec<u8>) {
    let from = random.below(input.len() + 1);
    let Some(start) = (from..input.len()).find(|&at| input[at].is_ascii_digit()) else {
        return;
    };
    let digits = input[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    let end = start + digits.count();
    let number = std::str::from_utf8(&input[start..end])
        .ok()
        .and_then(|digits| digits.parse::<u64>().ok())
        .unwrap_or_default();
    let number = match random.below(6) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        2 => number.wrapping_mul(2),
        3 => number / 2,
        4 => *random.one_of(&NUMBERS),
        _ => random.bits() >> random.below(64),
    };
    let written = match random.below(3) {
        0 => format!("{number:#x}"),
        1 => format!("{number:x}"),
        _ => number.to_string(),
    };
    input.splice(start..end, written.into_bytes());
}
