//! A law of tensor memory as an expression: `/` is whole division, and operators of one rank group from the left.

use crate::source::law::digit;
use swizzle_tmem::{Coordinate, Index, Law, Term};

/// A coordinate from the names of the indices: `warp * 32 + thread / 4 + r / 2 % 2 * 8`.
pub(super) fn coordinate(law: &Law, coordinate: Coordinate, name: impl Fn(Index) -> String) -> String {
    let terms = law.written(coordinate);
    let text = |(term, size): (&Term, Option<u32>)| digit(&name(term.index), term.per, size, term.stride);
    sum(terms.map(text), law.offset().on(coordinate))
}

/// An index from the names of the coordinates, for a law that leads from different indices to different places:
/// `lane % 64`. The places are ones that the law leads to.
pub(super) fn index(law: &Law, index: Index, name: impl Fn(Coordinate) -> String) -> String {
    let terms = law.terms().iter().filter(|term| term.index == index && term.is_written());
    let text = |term: &Term| {
        let is_again = term.stride.saturating_mul(term.count) < law.span(term.coordinate);
        digit(&name(term.coordinate), term.stride, is_again.then_some(term.count), term.per)
    };
    sum(terms.map(text), 0)
}

fn sum(terms: impl Iterator<Item = String>, offset: u32) -> String {
    let mut texts: Vec<String> = terms.collect();
    if offset > 0 || texts.is_empty() {
        texts.push(offset.to_string());
    }
    texts.join(" + ")
}
