//! The seed of arbitrary inputs.

use proptest::test_runner::{Config, RngSeed};

use crate::is_exhaustive;

/// The same inputs in every run, so that what passed passes; `ATLAS_SEED` names others, or `random`.
///
/// # Panics
/// When it is neither a number nor `random`.
#[must_use]
pub fn seed() -> RngSeed {
    match std::env::var("ATLAS_SEED") {
        Err(_) => RngSeed::Fixed(0x5157_1221),
        Ok(seed) if seed == "random" => RngSeed::Random,
        Ok(seed) => RngSeed::Fixed(seed.parse().expect("ATLAS_SEED: a number, or random")),
    }
}

/// So many arbitrary inputs by day and every night, from [`seed`].
#[must_use]
pub fn cases(by_day: u32, at_night: u32) -> Config {
    let cases = if is_exhaustive() { at_night } else { by_day };
    Config { cases, failure_persistence: None, rng_seed: seed(), ..Config::default() }
}
