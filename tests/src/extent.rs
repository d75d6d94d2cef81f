//! How much a test asks.

use std::env;

/// Whether all is asked, as every night and before a release (`ATLAS_EXHAUSTIVE`), and not a sample.
#[must_use]
pub fn is_exhaustive() -> bool {
    env::var_os("ATLAS_EXHAUSTIVE").is_some()
}

/// One of every `step` items, from the first on; all where all is asked.
///
/// ```
/// let sizes = [1440, 1024, 390];
/// assert_eq!(swizzle_tests::sample(&sizes, 2), [&1440, &390]);
/// ```
#[must_use]
pub fn sample<T>(all: &[T], step: usize) -> Vec<&T> {
    all.iter().step_by(if is_exhaustive() { 1 } else { step }).collect()
}
