//! A law of tensor memory as an expression: `/` is whole division, and operators of one rank group from the left.

use crate::source::law::digit;
use swizzle_tmem::{Coordinate, Index, Law, Term};

/// A coordinate from the names of the indices: `warp * 32 + thread / 4 + r / 2 % 2 * 8`.
pub(super) fn coordinate<'a>(law: &Law, coordinate: Coordinate, name: impl Fn(Index) -> &'a str) -> String {
    let terms = law.terms().iter().filter(|term| term.coordinate == coordinate);
    let text = |term: &Term| {
        let axis = law.axes().iter().find(|axis| axis.index == term.index)?;
        product(name(term.index), term.per, (term.count, axis.extent), term.stride)
    };
    sum(terms.filter_map(text), law.offset().on(coordinate))
}

/// An index from the names of the coordinates, for a law that leads from different indices to different places:
/// `lane % 64`. The places are ones that the law leads to.
pub(super) fn index<'a>(law: &Law, index: Index, name: impl Fn(Coordinate) -> &'a str) -> String {
    let terms = law.terms().iter().filter(|term| term.index == index);
    let text = |term: &Term| {
        product(name(term.coordinate), term.stride, (term.count, law.span(term.coordinate)), term.per)
    };
    sum(terms.filter_map(text), 0)
}

/// `(value / per % count) * stride`, with `value` below `extent`; none where that is always 0.
fn product(name: &str, per: u32, (count, extent): (u32, u32), stride: u32) -> Option<String> {
    let size = (per.saturating_mul(count) < extent).then_some(count);
    (count != 1 && stride != 0).then(|| digit(name, per, size, stride))
}

fn sum(terms: impl Iterator<Item = String>, offset: u32) -> String {
    let mut texts: Vec<String> = terms.collect();
    if offset > 0 || texts.is_empty() {
        texts.push(offset.to_string());
    }
    texts.join(" + ")
}
