//! Feeds the readers with inputs that nobody would write.
//!
//! ```text
//! cargo xtask fuzz [READER…] [--seconds N | --inputs N] [--seed N]
//! cargo bolero test --manifest-path tests/fuzz/Cargo.toml --sanitizer NONE link
//! ```
//!
//! The first makes inputs at random, with nothing to install; `cargo xtask test` makes the same ones in every run (`counted`). The second lets libFuzzer look for new branches of the same
//! reader; it takes `cargo install cargo-bolero` and a C++ compiler.
//!
//! A reader is a word in the list below, which xtask/src/fuzz.rs has too, and a file with its corpus, its tokens and what
//! must hold of every input.

#![cfg(test)]

mod access;
mod changed;
mod counted;
mod dump;
mod layout;
mod link;
mod paste;
mod ptx;
mod rows;
mod state;
mod target;
mod tma;
mod value;
mod watch;

use changed::Changed;
use watch::Watch;

macro_rules! feed {
    ($($reader:ident),*) => {$(
        #[test]
        fn $reader() {
            let target = $reader::TARGET;
            let watch = Watch::start(stringify!($reader));
            let must_hold = |input: &[u8]| {
                watch.next(input);
                target.must_hold(input);
            };
            let changed = Changed::of(&target);
            changed.corpus.iter().for_each(|input| must_hold(input));
            if let Some(count) = counted::count() {
                return counted::inputs(&changed, count).for_each(|input| must_hold(&input));
            }
            bolero::check!()
                .with_generator(changed)
                .for_each(|input| must_hold(input));
        }
    )*};
}

feed!(link, value, rows, paste, layout, dump, tma, access, ptx);
