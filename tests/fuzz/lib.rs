//! Feeds the readers with inputs that nobody would write, made by chance.
//!
//! ```text
//! BOLERO_RANDOM_ITERATIONS=10000000 cargo test --manifest-path tests/fuzz/Cargo.toml -- [READER]
//! cargo bolero test --manifest-path tests/fuzz/Cargo.toml --sanitizer NONE link
//! ```
//!
//! The first makes inputs at random, with nothing to install; `BOLERO_RANDOM_SEED` has the number that a failure prints. The second lets libFuzzer look for new branches of the same
//! reader; it takes `cargo install cargo-bolero` and a C++ compiler. What a reader is, tests/readers/all.rs says; the same
//! inputs in every run are made by tests/readers/counted.rs.

#![cfg(test)]

#[path = "../readers/all.rs"]
mod readers;

use std::ops::Bound;

use bolero::{Driver, ValueGenerator};

use readers::changed::{Chance, Changed};
use readers::target::Input;
use readers::watch::Watch;

/// Chance as bolero has it.
struct Driven<'a, D>(&'a mut D);

impl<D: Driver> Chance for Driven<'_, D> {
    fn bits(&mut self) -> Option<u64> {
        self.0.produce()
    }

    fn below(&mut self, end: usize) -> Option<usize> {
        self.0.gen_usize(Bound::Included(&0), Bound::Excluded(&end))
    }
}

impl ValueGenerator for Changed {
    type Output = Input;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Input> {
        self.input(&mut Driven(driver))
    }
}

macro_rules! feed {
    ($($reader:ident),*) => {$(
        #[test]
        fn $reader() {
            let target = readers::$reader::TARGET;
            let watch = Watch::start(target.name);
            let must_hold = |input: &[u8]| {
                watch.next(input);
                target.must_hold(input);
            };
            let changed = Changed::of(&target);
            changed.corpus.iter().for_each(|input| must_hold(input));
            bolero::check!()
                .with_generator(changed)
                .for_each(|input| must_hold(input));
        }
    )*};
}

readers::each!(feed);
