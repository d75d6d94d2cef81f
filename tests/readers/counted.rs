//! The same inputs in every run: what passes at a desk passes on a build machine, and chance is left to those who look
//! for something.

use std::env;

use swizzle_tests::is_exhaustive;

use super::all::changed::{Chance, Changed};
use super::all::target::{Input, Target};
use super::all::watch::Watch;

/// How many inputs each reader is fed with, where another number is wanted.
const COUNT: &str = "ATLAS_FUZZ_COUNTED";

/// How many it is by day, and every night.
const COUNTS: [u64; 2] = [400, 10_000];

/// Feeds a reader with its corpus and with what is made from that.
pub(crate) fn feed(target: &Target) {
    let watch = Watch::start(target.name);
    let changed = Changed::of(target);
    let count = match env::var(COUNT) {
        Ok(count) => count.parse().expect("a number of inputs"),
        Err(_) => COUNTS[usize::from(is_exhaustive())],
    };
    let corpus = changed.corpus.iter().cloned().map(Input);
    for input in corpus.chain((0..count).filter_map(|number| changed.input(&mut Words::of(number)))) {
        watch.next(&input);
        target.must_hold(&input);
    }
}

/// Words without a pattern, others for each number: SplitMix64, whose step and finisher these are.
struct Words(u64);

impl Words {
    fn of(number: u64) -> Self {
        Self(mixed(number))
    }
}

impl Chance for Words {
    fn bits(&mut self) -> Option<u64> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Some(mixed(self.0))
    }

    fn below(&mut self, end: usize) -> Option<usize> {
        self.bits().map(|bits| (bits % end as u64) as usize)
    }
}

fn mixed(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
