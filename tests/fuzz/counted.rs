//! The same inputs in every run: what passes at a desk passes on a build machine, and chance is left to those who look
//! for something.

use std::env;

use bolero::ValueGenerator as _;
use bolero::generator::bolero_generator::driver::{ByteSliceDriver, Options};

use crate::changed::Changed;
use crate::target::Input;

/// How many inputs each reader is fed with, where the same are wanted in every run.
const COUNT: &str = "ATLAS_FUZZ_COUNTED";

/// Words of chance that one input is made of: enough for eight changes.
const WORDS: usize = 128;

/// How many of the same inputs are wanted, if they are.
pub(crate) fn count() -> Option<u64> {
    env::var(COUNT).ok()?.parse().ok()
}

/// The first so many inputs.
pub(crate) fn inputs(changed: &Changed, count: u64) -> impl Iterator<Item = Input> {
    let options = Options::default();
    (0..count).filter_map(move |number| {
        let chance: Vec<u8> = words(number).flat_map(u64::to_le_bytes).collect();
        changed.generate(&mut ByteSliceDriver::new(&chance, &options))
    })
}

/// Words without a pattern, others for each number: SplitMix64, whose step and finisher these are.
fn words(number: u64) -> impl Iterator<Item = u64> {
    let first = mixed(number);
    (1..=WORDS as u64)
        .map(move |step| mixed(first.wrapping_add(step.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
}

fn mixed(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
