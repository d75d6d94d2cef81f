//! Walks through all places of a matrix.

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
