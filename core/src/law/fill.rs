//! The whole map at once: a table of byte addresses, filled faster than element by element.

use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::{AddressSpace, UNIT_BYTES};
use crate::law::coord::Extent;
use crate::law::coord::{Axis, Coord};
use crate::law::layout::Layout;
use crate::law::terms::{Count, Exchange, Part, Term, Terms};

/// Units after which the exchange of every swizzle mode repeats.
const PATTERN_UNITS: usize = 64;

impl Layout {
    /// Byte address of every element, MN outer, K inner: `table[mn · K + k]`.
    ///
    /// ```
    /// use swizzle_core::{Coord, Element, Extent, Swizzle, Tile};
    /// let layout = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400).layout();
    /// let table = layout.byte_table(Extent { mn: 64, k: 64 });
    /// assert_eq!(table[3 * 64 + 40], layout.byte_from_element(Coord { mn: 3, k: 40 }).byte);
    /// ```
    #[must_use]
    pub fn byte_table(&self, extent: Extent) -> Vec<u32> {
        let mut table = vec![0; extent.mn as usize * extent.k as usize];
        self.fill_byte_table(extent.k, &mut table);
        table
    }

    /// Address of every unit of so many rows, in turn: `table[row · units + unit]`, counted along the contiguous dimension.
    ///
    /// ```
    /// use swizzle_core::{Element, Swizzle, Tile};
    /// let layout = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400).layout();
    /// assert_eq!(layout.unit_table(8, 64)[3 * 8 + 5], layout.physical_from_unit(5, 3));
    /// ```
    #[must_use]
    pub fn unit_table(&self, units: u32, rows: u32) -> Vec<u32> {
        let (per_unit, major) = (self.per_unit(), self.major());
        let end = Coord::at(major, units * per_unit, rows);
        let extent = Extent { mn: end.mn, k: end.k };
        let bytes = self.byte_table(extent);
        let unit = |row, unit| {
            let first = Coord::at(major, unit * per_unit, row);
            bytes[first.mn as usize * extent.k as usize + first.k as usize]
        };
        (0..rows).flat_map(|row| (0..units).map(move |at| unit(row, at))).collect()
    }

    /// Fills a table of `k` columns, and as many whole rows as it has room for, as [`byte_table`](Self::byte_table) does.
    /// Elements after the last whole row are unchanged; nothing happens if `k` is 0.
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
            columns.fill(table);
            return;
        };
        let (first, rest) = table.split_at_mut(whole.min(rows as usize * width));
        columns.fill(first);
        for (repeat, block) in (1..).zip(rest.chunks_mut(first.len().max(1))) {
            let distance = distance.wrapping_mul(repeat);
            move_addresses(block, first, distance, self.space());
        }
    }
}

/// Rows of MN after which all addresses are the first ones moved by a constant, and that constant in bytes.
fn repeat(terms: &Terms) -> Option<(u32, u32)> {
    let pattern_bits = terms.exchange.pattern_bytes()?.checked_mul(8)?;
    let outermost = terms.on(Axis::Mn).next_back()?;
    let keeps_phase = outermost.stride_bits.is_multiple_of(pattern_bits);
    (outermost.count == Count::Open && keeps_phase).then_some((outermost.per, outermost.stride_bits / 8))
}

/// The whole bytes that each index along K adds; only one axis has strides of fractional bytes.
struct Columns<'a> {
    terms: &'a Terms,
    width: usize,
    sums: Vec<u32>,
    /// The largest of them.
    highest: u32,
}

impl<'a> Columns<'a> {
    fn new(terms: &'a Terms, k: u32) -> Self {
        let sums = sums_bytes(terms, Axis::K, k.next_multiple_of(terms.exchange.period(Axis::K)));
        Self { terms, width: k as usize, highest: sums.iter().copied().fold(0, u32::max), sums }
    }

    /// Whole rows from the first on.
    fn fill(&self, table: &mut [u32]) {
        let count = (table.len() / self.width) as u32;
        let mut rows = sums_bytes(self.terms, Axis::Mn, count);
        let (space, exchange) = (self.terms.space, self.terms.exchange);
        let origin = match exchange {
            Exchange::Address { origin_bytes, .. } => origin_bytes,
            Exchange::Rows { .. } => 0,
        };
        let first = self.terms.base_bytes.wrapping_sub(origin);
        for row in &mut rows {
            *row = space.wrapped(row.wrapping_add(first));
        }
        match exchange {
            Exchange::Address { xor, base_offset, .. } => {
                let (together, apart_bits) = self.rows_of_a_unit();
                let exchange = xor.apply_to_all(base_offset);
                // Rows in the same phase are one row moved.
                let mut of_phase = [None; PATTERN_UNITS];
                let is_short = xor.pattern_bytes() as usize <= PATTERN_UNITS * UNIT_BYTES as usize;
                let length = self.width * together;
                let starts = (0..table.len()).step_by(length);
                for (from, row) in starts.zip(rows.into_iter().step_by(together)) {
                    let (before, block) = table.split_at_mut(from);
                    let length = length.min(block.len());
                    let block = &mut block[..length];
                    let phase = (row / UNIT_BYTES) as usize % PATTERN_UNITS;
                    let is_known = is_short && row.is_multiple_of(UNIT_BYTES);
                    if let Some((known, known_row)) = of_phase[phase].filter(|_| is_known) {
                        let known: usize = known;
                        let distance = row.wrapping_sub(known_row);
                        move_addresses(block, &before[known..], distance, space);
                        continue;
                    }
                    let first = self.width.min(block.len());
                    self.fill_row(row, &exchange, &mut block[..first]);
                    move_slots(block, self.width, apart_bits, space);
                    of_phase[phase] = is_known.then_some((from, row));
                }
            }
            Exchange::Rows { along: Axis::K, per_unit, .. } => {
                let cells = table.chunks_exact_mut(self.width);
                for ((mn, row), cells) in (0..).zip(rows).zip(cells) {
                    self.fill_exchanged(row, exchange.phase_of_row(mn), per_unit as usize, cells);
                }
            }
            Exchange::Rows { along: Axis::Mn, .. } => {
                let cells = table.chunks_exact_mut(self.width);
                for (mn, cells) in (0..).zip(cells) {
                    self.fill_across(mn, cells);
                }
            }
        }
        if origin > 0 {
            table.iter_mut().for_each(|cell| *cell = space.wrapped(cell.wrapping_add(origin)));
        }
    }

    /// Number of rows that share their units, and bits from one to the next: the elements of a unit, if MN is contiguous.
    fn rows_of_a_unit(&self) -> (usize, u32) {
        match self.terms.on(Axis::Mn).next() {
            Some(Term { part: Part::Slot, count: Count::Of(count), stride_bits, .. }) => {
                (*count as usize, *stride_bits)
            }
            Some(_) | None => (1, 0),
        }
    }

    fn fill_row(&self, row: u32, exchange: impl Fn(u32) -> u32, cells: &mut [u32]) {
        let cells = cells.iter_mut().zip(&self.sums[..]);
        let space = self.terms.space;
        // The loop does less if nothing wraps: it takes most of the time of uneven tiles.
        if row.saturating_add(self.highest) < space.bytes() {
            cells.for_each(|(cell, sum)| *cell = exchange(row + sum));
        } else {
            cells.for_each(|(cell, sum)| *cell = exchange(space.wrapped(row.wrapping_add(*sum))));
        }
    }

    /// A row of which each unit has the place of another.
    fn fill_exchanged(&self, row: u32, phase: u32, per_unit: usize, cells: &mut [u32]) {
        for (unit, cells) in cells.chunks_mut(per_unit).enumerate() {
            let from = (unit ^ phase as usize) * per_unit;
            for (cell, column) in cells.iter_mut().zip(&self.sums[from..]) {
                *cell = self.terms.space.wrapped(row.wrapping_add(*column));
            }
        }
    }

    /// A row of which each element is in the unit that its K row exchanges.
    fn fill_across(&self, mn: u32, cells: &mut [u32]) {
        let exchange = self.terms.exchange;
        let mut row_of_phase: Vec<Option<u32>> = Vec::new();
        for ((k, cell), column) in (0..).zip(cells).zip(&self.sums) {
            let phase = exchange.phase_of_row(k) as usize;
            row_of_phase.resize(row_of_phase.len().max(phase + 1), None);
            let row = *row_of_phase[phase].get_or_insert_with(|| {
                let mn = exchange.moved(Coord { mn, k }).mn;
                (self.terms.sum_bits(Axis::Mn, mn) / 8).wrapping_add(self.terms.base_bytes)
            });
            *cell = self.terms.space.wrapped(row.wrapping_add(*column));
        }
    }
}

/// The whole bytes that the first indices of an axis add: term by term, each digit's block a moved copy of the first one.
fn sums_bytes(terms: &Terms, axis: Axis, count: u32) -> Vec<u32> {
    let mut bits = vec![0_u32; count as usize];
    for term in terms.on(axis) {
        let per = (term.per as usize).min(bits.len());
        let (first, rest) = bits.split_at_mut(per);
        match term.count {
            Count::Step => rest.iter_mut().for_each(|sum| *sum = sum.wrapping_add(term.stride_bits)),
            Count::Of(_) | Count::Open => {
                let digits = (term.reach(count) as usize).saturating_sub(1);
                for (digit, block) in (1..).zip(rest.chunks_mut(per.max(1)).take(digits)) {
                    let distance = term.stride_bits.wrapping_mul(digit);
                    for (sum, first) in block.iter_mut().zip(&*first) {
                        *sum = first.wrapping_add(distance);
                    }
                }
            }
        }
    }
    bits.iter_mut().for_each(|sum| *sum /= 8);
    bits
}

/// The further elements of a unit, a row each: as many as are there already, moved by as much as they span.
fn move_slots(block: &mut [u32], width: usize, apart_bits: u32, space: AddressSpace) {
    let mut done = width;
    while done < block.len() {
        let span_bits = (done / width) as u32 * apart_bits;
        let (known, rest) = block.split_at_mut(done);
        // A distance that is not a whole number of bytes moves only one row.
        let count = match span_bits % 8 {
            0 => known.len().min(rest.len()),
            _ => width,
        };
        move_addresses(&mut rest[..count], known, span_bits / 8, space);
        done += count;
    }
}

/// Addresses that are a constant distance from others, which are at least as many.
fn move_addresses(to: &mut [u32], from: &[u32], distance: u32, space: AddressSpace) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = space.wrapped(from.wrapping_add(distance));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{Element, LboMode, Major, Named as _};
    use crate::law::coord::Coord;
    use crate::law::layout::{LayoutParams, Pad, Rows};
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
                                    space: Default::default(),
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
        const NAMES: &str = "row-and-31-2B row/8-and-15-4B row-and-3-64B swizzle-3-3-3 swizzle-2-0-5 swizzle-4-3-9 \
                             swizzle-1-0-2-address swizzle-3-5-6-address";
        let xors =
            RowXor::ALL.iter().copied().chain(NAMES.split_whitespace().map(|name| name.parse().unwrap()));
        let pads = [
            None,
            Some(Pad::Within { every_bytes: 32, bytes: 8 }),
            Some(Pad::Between { rows: 4, bytes: 16 }),
        ];
        let forms =
            [(Major::K, 144, 0x480), (Major::Mn, 128, 0), (Major::K, 64, 0x3f_f70), (Major::Mn, 134, 0x90)];
        for xor in xors.map(Some).chain([None]) {
            for (pad, (major, pitch_bytes, start)) in
                pads.into_iter().flat_map(|pad| forms.map(move |form| (pad, form)))
            {
                let rows = Rows { pitch_bytes, pad, xor };
                let layout = Layout::of_rows(AddressSpace::default(), Element::Bf16, major, start, rows);
                assert_table(&layout, Extent { mn: 70, k: 45 });
                for byte in [start, start + 16, start + 1000] {
                    let extent = Extent { mn: 20, k: 40 };
                    let there = |&at: &Coord| layout.byte_from_element(at).byte / 2 == byte % (1 << 18) / 2;
                    let all = (0..20).flat_map(|mn| (0..40).map(move |k| Coord { mn, k }));
                    let twin: Vec<Coord> = all.filter(there).collect();
                    assert_eq!(layout.elements_from_byte(byte, extent), twin, "{rows:?} {byte}");
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
        let layout = Layout::new(LayoutParams {
            element: Element::Bf16,
            major: Major::K,
            swizzle: Swizzle::B128,
            start_bytes: 0,
            lbo_bytes: 16,
            sbo_bytes: 1024,
            base_offset: 0,
            lbo_mode: LboMode::Relative,
            space: Default::default(),
        });
        let mut table = [7; 10];
        layout.fill_byte_table(4, &mut table);
        assert_eq!(table[8..], [7, 7]);
        assert_ne!(table[..8], [7; 8]);
        layout.fill_byte_table(0, &mut table);
        layout.fill_byte_table(11, &mut table);
        assert_eq!(table[8..], [7, 7]);
    }
}
