//! The place of an element.

use super::*;

/// The place of an element: the same column and bit in every CTA and lane that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The CTAs of the pair; CTA 0 where there is no pair.
    pub ctas: Vec<u32>,
    /// A cell for each copy, in the first of these CTAs.
    pub cells: Vec<Point>,
    /// Column, from the address on.
    pub column: u32,
    /// First bit of the column's 32-bit word.
    pub bit: u32,
}

impl Place {
    /// All cells of an element, CTA by CTA.
    pub(super) fn new(cells: &[Point]) -> Self {
        let first = cells.first().copied().unwrap_or_default();
        let mut ctas: Vec<u32> = cells.iter().map(|cell| cell.cta).collect();
        ctas.dedup();
        let of_first = cells.iter().filter(|cell| cell.cta == first.cta);
        Self { ctas, cells: of_first.copied().collect(), column: first.column, bit: first.bit }
    }

    /// The lanes, one for each copy.
    pub fn lanes(&self) -> Vec<u32> {
        self.cells.iter().map(|cell| cell.lane).collect()
    }

    /// The first copy.
    pub fn first(&self) -> Point {
        self.cells.first().copied().unwrap_or_default()
    }

    /// In words, without the CTA: `lanes 5, 37, 69, 101, column 5, bit 8`.
    pub fn text(&self) -> String {
        let lanes: Vec<String> = self.lanes().iter().map(ToString::to_string).collect();
        let word = if lanes.len() == 1 { "lane" } else { "lanes" };
        let (lanes, column) = (lanes.join(", "), self.column);
        match self.bit {
            0 => format!("{word} {lanes}, column {column}"),
            bit => format!("{word} {lanes}, column {column}, bit {bit}"),
        }
    }
}
