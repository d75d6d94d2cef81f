//! A law over the CTAs of an instruction.

use super::*;

/// A law, and which rows each CTA has. An element is two numbers: those of the law's first two indices, of a load thread and
/// register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spread {
    pub(crate) law: Law,
    /// CTAs that hold it.
    pub(crate) ctas: u32,
    /// Rows of all CTAs, without padding.
    pub(crate) rows: u32,
    /// The first row that CTA 1 has, where the law is that of one CTA; 0 where both have the same, none
    /// where the law has the CTA among its coordinates.
    pub(crate) first_row_of_cta_1: Option<u32>,
    /// Rows of A that each CTA has, where it holds scale factors of more: whether those beyond matter is not known.
    pub(crate) own_rows: Option<u32>,
    /// Bits of an element in its column's word.
    pub(crate) bits: u32,
}

impl Spread {
    /// A law that has the CTA among its coordinates.
    pub(crate) fn of_all(law: Law, ctas: u32) -> Self {
        let (rows, bits) = (law.axes()[0].used, law.bits());
        Self { law, ctas, rows, first_row_of_cta_1: None, own_rows: None, bits }
    }

    /// A law of one CTA, where CTA 1 has the rows from one on.
    pub(crate) fn of_each(law: Law, ctas: u32, first_row_of_cta_1: u32, rows: u32) -> Self {
        Self { rows, first_row_of_cta_1: Some(first_row_of_cta_1), ..Self::of_all(law, ctas) }
    }

    /// The registers of a load, the same in every CTA.
    pub(crate) fn of_threads(law: Law, is_packed: bool) -> Self {
        let bits = if is_packed { 16 } else { 32 };
        Self { bits, ..Self::of_each(law, 1, 0, LANES) }
    }

    fn is_of_threads(&self) -> bool {
        self.law.axes()[0].index == Index::Warp
    }

    /// The places of an element, CTA by CTA.
    pub(crate) fn points(&self, [row, index]: [u32; 2]) -> Result<Vec<Point>, Refusal> {
        let rows = self.law.axes()[0];
        if self.is_of_threads() {
            inside("thread", row, self.rows)?;
            return self.law.points(&[row / WARP_LANES, row % WARP_LANES, index, 0]);
        }
        inside(rows.index.words()[1], row, self.rows)?;
        let Some(first) = self.first_row_of_cta_1 else {
            return self.law.points(&[row, index]);
        };
        let mut found = Vec::new();
        for cta in 0..self.ctas {
            let own = row.checked_sub(cta * first).filter(|own| *own < rows.used);
            let points = own.map_or(Ok(Vec::new()), |own| self.law.points(&[own, index]))?;
            found.extend(points.into_iter().map(|point| Point { cta, ..point }));
        }
        Ok(found)
    }

    /// The elements at a cell, padding included.
    pub(crate) fn elements(&self, cell: Point) -> Vec<[u32; 2]> {
        let (cta, first) = match self.first_row_of_cta_1 {
            Some(first) => (0, cell.cta * first),
            None => (cell.cta, 0),
        };
        let element = |found: Vec<u32>| {
            if self.is_of_threads() {
                [found[0] * WARP_LANES + found[1], found[2]]
            } else {
                [found[0] + first, found[1] * self.along().per]
            }
        };
        let found = self.law.indices(Point { cta, bit: cell.bit / self.bits * self.bits, ..cell });
        found.into_iter().map(element).collect()
    }

    /// The second of the two indices.
    pub(crate) fn along(&self) -> &Axis {
        &self.law.axes()[1 + usize::from(self.is_of_threads())]
    }

    /// Whether an element is there to fill whole blocks.
    pub(crate) fn is_padding(&self, [row, index]: [u32; 2]) -> bool {
        row >= self.rows || index / self.along().per >= self.along().used
    }
}
