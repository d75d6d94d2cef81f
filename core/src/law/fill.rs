//! The whole map at once: a table of byte addresses, filled faster than element by element.

use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::ADDRESS_BYTES;
use crate::law::coord::Axis;
use crate::law::coord::Extent;
use crate::law::layout::Layout;
use crate::law::row_xor::RowXor;
use crate::law::terms::{Count, Exchange, Terms};

/// Phases of a [`RowXor`].
const PHASES: u32 = 8;

impl Layout {
    /// Byte address of every element, MN outer, K inner: `table[mn · K + k]`.
    ///
    /// ```
    /// use swizzle_core::{Coord, Said, Spec};
    /// let spec = Spec::new(&Said::default())?;
    /// let table = spec.layout().byte_table(spec.extent());
    /// assert_eq!(table[3 * 64 + 40], spec.layout().byte_from_element(Coord { mn: 3, k: 40 }).byte);
    /// # Ok::<(), swizzle_core::SpecError>(())
    /// ```
    #[must_use]
    pub fn byte_table(&self, extent: Extent) -> Vec<u32> {
        let mut table = vec![0; extent.mn as usize * extent.k as usize];
        self.fill_byte_table(extent.k, &mut table);
        table
    }

    /// Fills a table of `k` columns, and as many whole rows as it has room for, as [`byte_table`](Self::byte_table) does.
    /// Elements behind the last whole row keep what they hold; nothing happens where `k` is 0.
    ///
    /// Before the exchange an address is a part of the row and a part of the column, so one row of column sums serves
    /// all. Where the outermost stride of MN keeps the phase, all but its first repeat is that one moved.
    pub fn fill_byte_table(&self, k: u32, table: &mut [u32]) {
        let width = k as usize;
        if width == 0 {
            return;
        }
        let whole = table.len() / width * width;
        let table = &mut table[..whole];
        let columns = Columns::new(self.terms(), k);
        let Some((rows, distance)) = repeat(self.terms()) else {
            columns.fill(0, table);
            return;
        };
        let (first, rest) = table.split_at_mut(whole.min(rows as usize * width));
        columns.fill(0, first);
        for (repeat, block) in (1..).zip(rest.chunks_mut(first.len().max(1))) {
            move_addresses(block, first, distance.wrapping_mul(repeat));
        }
    }
}

/// Rows of MN after which all addresses are the first ones moved by a constant, and how far.
fn repeat(terms: &Terms) -> Option<(u32, u32)> {
    let pattern_bits = terms.exchange.pattern_bytes()?.checked_mul(8)?;
    let outermost = terms.on(Axis::Mn).next_back()?;
    let keeps_phase = outermost.stride_bits.is_multiple_of(pattern_bits);
    (outermost.count == Count::Open && keeps_phase)
        .then_some((outermost.per, outermost.stride_bits / 8))
}

/// What each index along K adds, in whole bytes; only one axis has strides of broken bytes.
struct Columns<'a> {
    terms: &'a Terms,
    width: usize,
    sums: Vec<u32>,
}

impl<'a> Columns<'a> {
    fn new(terms: &'a Terms, k: u32) -> Self {
        // An exchange of units in a row may lead past a narrow row's end.
        let count = match terms.exchange {
            Exchange::Rows { per_unit, .. } => k.next_multiple_of(per_unit * PHASES),
            Exchange::Address { .. } => k,
        };
        let sums = terms.sums(Axis::K, 0).take(count as usize);
        Self {
            terms,
            width: k as usize,
            sums: sums.map(|bits| bits / 8).collect(),
        }
    }

    /// Whole rows from one on.
    fn fill(&self, first_mn: u32, table: &mut [u32]) {
        let rows = self.terms.sums(Axis::Mn, first_mn);
        let rows = rows.map(|bits| (bits / 8).wrapping_add(self.terms.base_bytes));
        let cells = table.chunks_exact_mut(self.width);
        match self.terms.exchange {
            Exchange::Address { xor, base_offset } => {
                for (row, cells) in rows.zip(cells) {
                    for (cell, column) in cells.iter_mut().zip(&self.sums) {
                        *cell = xor.apply(row.wrapping_add(*column) % ADDRESS_BYTES, base_offset);
                    }
                }
            }
            Exchange::Rows {
                row_xor,
                along: Axis::K,
                per_unit,
            } => {
                for ((mn, row), cells) in (first_mn..).zip(rows).zip(cells) {
                    self.fill_exchanged(row, row_xor.phase(mn, 0), per_unit as usize, cells);
                }
            }
            Exchange::Rows {
                row_xor,
                along: Axis::Mn,
                per_unit,
            } => {
                for (mn, cells) in (first_mn..).zip(cells) {
                    self.fill_across(mn, row_xor, per_unit, cells);
                }
            }
        }
    }

    /// A row of which each unit has the place of another.
    fn fill_exchanged(&self, row: u32, phase: u32, per_unit: usize, cells: &mut [u32]) {
        for (unit, cells) in cells.chunks_mut(per_unit).enumerate() {
            let from = (unit ^ phase as usize) * per_unit;
            for (cell, column) in cells.iter_mut().zip(&self.sums[from..]) {
                *cell = row.wrapping_add(*column) % ADDRESS_BYTES;
            }
        }
    }

    /// A row of which each element is in the unit that its K row exchanges.
    fn fill_across(&self, mn: u32, row_xor: RowXor, per_unit: u32, cells: &mut [u32]) {
        let row_of_phase: [u32; PHASES as usize] = core::array::from_fn(|phase| {
            let mn = (mn / per_unit ^ phase as u32) * per_unit + mn % per_unit;
            (self.terms.sum_bits(Axis::Mn, mn) / 8).wrapping_add(self.terms.base_bytes)
        });
        for ((k, cell), column) in (0..).zip(cells).zip(&self.sums) {
            let row = row_of_phase[row_xor.phase(k, 0) as usize];
            *cell = row.wrapping_add(*column) % ADDRESS_BYTES;
        }
    }
}

/// Addresses that lie a constant distance from others, which are at least as many.
fn move_addresses(to: &mut [u32], from: &[u32], distance: u32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = from.wrapping_add(distance) % ADDRESS_BYTES;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{Element, LboMode, Major, Named};
    use crate::law::coord::Coord;
    use crate::law::layout::LayoutParams;
    use crate::law::row_xor::RowXor;
    use crate::law::swizzle::Swizzle;

    /// Strides that keep phases, that do not, that overlap and that wrap.
    const STRIDES: [(u32, u32); 4] = [(2048, 1024), (144, 1040), (0, 16), (0x3fff0, 0x2_0400)];

    #[test]
    fn the_table_is_the_law_element_by_element() {
        let mut layouts = 0;
        for element in Element::ALL {
            for major in Major::ALL {
                for swizzle in Swizzle::ALL {
                    for (lbo_bytes, sbo_bytes) in STRIDES {
                        for lbo_mode in LboMode::ALL {
                            for (start_bytes, base_offset) in [(0, 0), (0x3f_f70, 3)] {
                                let layout = Layout::new(LayoutParams {
                                    element: *element,
                                    major: *major,
                                    swizzle: *swizzle,
                                    start_bytes,
                                    lbo_bytes,
                                    sbo_bytes,
                                    base_offset,
                                    lbo_mode: *lbo_mode,
                                });
                                assert_table(&layout, Extent { mn: 150, k: 70 });
                                assert_table(&layout, Extent { mn: 3, k: 5 });
                                layouts += 1;
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(layouts, 12 * 2 * 5 * 4 * 2 * 2);
    }

    #[test]
    fn the_table_of_plain_rows_is_the_law_too() {
        let xors = RowXor::ALL.iter().copied().map(Some).chain([None]);
        for row_xor in xors {
            for (major, row_bytes, start_bytes) in [
                (Major::K, 144, 0x480),
                (Major::Mn, 128, 0),
                (Major::K, 64, 0x3f_f70),
            ] {
                let rows =
                    Layout::plain_rows(Element::Bf16, major, start_bytes, row_bytes, row_xor);
                assert_table(&rows, Extent { mn: 70, k: 45 });
                for byte in [start_bytes, start_bytes + 16, start_bytes + 1000] {
                    let extent = Extent { mn: 20, k: 40 };
                    let there =
                        |&at: &Coord| rows.byte_from_element(at).byte / 2 == byte % (1 << 18) / 2;
                    let all = (0..20).flat_map(|mn| (0..40).map(move |k| Coord { mn, k }));
                    let twin: Vec<Coord> = all.filter(there).collect();
                    assert_eq!(
                        rows.elements_from_byte(byte, extent),
                        twin,
                        "{row_xor:?} {byte}"
                    );
                }
            }
        }
    }

    fn assert_table(layout: &Layout, extent: Extent) {
        let table = layout.byte_table(extent);
        for mn in 0..extent.mn {
            for k in 0..extent.k {
                let at = (mn * extent.k + k) as usize;
                let byte = layout.byte_from_element(Coord { mn, k }).byte;
                assert_eq!(table[at], byte, "({mn}, {k}) of {layout:?}");
            }
        }
    }

    #[test]
    fn what_is_no_whole_row_is_left_alone() {
        let spec = crate::reader::Spec::new(&crate::reader::Said::default()).unwrap();
        let mut table = [7; 10];
        spec.layout().fill_byte_table(4, &mut table);
        assert_eq!(table[8..], [7, 7]);
        assert_ne!(table[..8], [7; 8]);
        spec.layout().fill_byte_table(0, &mut table);
        spec.layout().fill_byte_table(11, &mut table);
        assert_eq!(table[8..], [7, 7]);
    }
}
