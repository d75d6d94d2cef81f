//! Feeds a target until the time or the inputs are used up.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::failure::{self, check};
use crate::mutate::mutate;
use crate::random::Random;
use crate::target::{Fault, Target};
use crate::watch::Watch;

/// Inputs with a new mark that are kept to build upon.
const KEPT: usize = 4096;

/// When to stop.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    /// After so long.
    Time(Duration),
    /// After so many inputs.
    Inputs(u64),
}

impl Limit {
    fn is_reached(self, inputs: u64, start: Instant) -> bool {
        match self {
            // Looking at the clock takes longer than some inputs do.
            Self::Time(time) => inputs.is_multiple_of(16) && start.elapsed() >= time,
            Self::Inputs(most) => inputs >= most,
        }
    }
}

/// Feeds a target; says how it went, and whether nothing broke.
pub(crate) fn run(target: &Target, limit: Limit, seed: u64) -> bool {
    let (name, start) = (target.name, Instant::now());
    let watch = Watch::start(name, seed);
    let mut inputs = 0;
    let result = feed(target, limit, seed, &watch, &mut inputs);
    let seconds = start.elapsed().as_secs_f64();
    match result {
        Ok(marks) => {
            watch.end();
            let rate = inputs as f64 / seconds;
            println!(
                "{name}: {inputs} inputs in {seconds:.1} s ({rate:.0} a second), {marks} marks, no fault"
            );
            true
        }
        Err((input, fault)) => {
            watch.end();
            println!("{name}: input {inputs} breaks something (seed {seed}): {fault}");
            println!("  b\"{}\"", input.escape_ascii());
            let (short, why) = failure::shorten(target, input, fault);
            println!("cut down to what is needed: {why}");
            println!("  b\"{}\"", short.escape_ascii());
            println!("To repeat: cargo xtask fuzz {name} --seed {seed} --inputs {inputs}");
            false
        }
    }
}

/// Returns the number of different marks, or the input that breaks something.
fn feed(
    target: &Target,
    limit: Limit,
    seed: u64,
    watch: &Watch,
    inputs: &mut u64,
) -> Result<usize, (Vec<u8>, Fault)> {
    let start = Instant::now();
    let mut random = Random::new(seed);
    let (mut kept, tokens) = ((target.corpus)(), (target.tokens)());
    let mut marks: HashSet<u64> = HashSet::new();
    for input in kept.clone() {
        *inputs += 1;
        watch.next(&input);
        match check(target, &input) {
            Ok(outcome) => marks.extend(outcome.marks()),
            Err(fault) => return Err((input, fault)),
        }
    }
    while !limit.is_reached(*inputs, start) {
        let mut input = random.one_of(&kept).clone();
        mutate(&mut random, &mut input, &tokens, &kept);
        *inputs += 1;
        watch.next(&input);
        match check(target, &input) {
            Ok(outcome) => {
                let known = marks.len();
                marks.extend(outcome.marks());
                if marks.len() > known {
                    if kept.len() < KEPT {
                        kept.push(input);
                    } else {
                        let old = random.below(KEPT);
                        kept[old] = input;
                    }
                }
            }
            Err(fault) => return Err((input, fault)),
        }
    }
    Ok(marks.len())
}
