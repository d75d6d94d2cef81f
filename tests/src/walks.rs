//! Walks through all places of a matrix.

use proptest::prelude::ProptestConfig;
use swizzle_core::{Coord, Extent};

/// Rows and columns, row after row.
pub fn grid(rows: u32, columns: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// Elements, MN outer and K inner.
pub fn coords(extent: Extent) -> impl Iterator<Item = Coord> + Clone {
    grid(extent.mn, extent.k).map(|(mn, k)| Coord { mn, k })
}

/// Every pair of items of two lists.
pub fn pairs<A: Copy, B: Copy>(first: &[A], second: &[B]) -> impl Iterator<Item = (A, B)> {
    first.iter().flat_map(move |a| second.iter().map(move |b| (*a, *b)))
}

/// So many arbitrary inputs, the same in every run.
#[must_use]
pub fn arbitrary(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, rng_seed: crate::seed(), ..ProptestConfig::default() }
}
