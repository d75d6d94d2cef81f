//! The whole map at once: a table of byte addresses, filled faster than element by element.

use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::{ADDRESS_BYTES, LboMode, Major, UNIT_BITS};
use crate::law::layout::{Digits, Extent, Layout};

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
    /// Most of the table is an earlier part of it moved by a constant: the next element of a unit, or an atom in the
    /// same phase. Only the rest goes through the law.
    pub fn fill_byte_table(&self, k: u32, table: &mut [u32]) {
        let width = k as usize;
        if width == 0 {
            return;
        }
        let whole = table.len() / width * width;
        let rows = self.repeated_rows() as usize * width;
        let table = &mut table[..whole];
        let (first, rest) = table.split_at_mut(rows.min(whole));
        self.fill_repeat(0, width, first);
        for (repeat, block) in (1..).zip(rest.chunks_mut(rows)) {
            match self.repeat_distance(repeat) {
                Some(distance) => move_addresses(block, first, distance),
                None => self.fill_repeat(repeat, width, block),
            }
        }
    }

    /// Rows of MN after which a stride takes over: a group of rows, or a column of MN.
    const fn repeated_rows(&self) -> u32 {
        let atom = self.swizzle().atom(self.major());
        match self.major() {
            Major::K => atom.rows,
            Major::Mn => atom.row_units * self.element().per_unit(),
        }
    }

    /// How far a repeat's addresses lie from the first one's; none where its phases are others.
    const fn repeat_distance(&self, repeat: u32) -> Option<u32> {
        let (stride, is_distance) = match self.major() {
            Major::K => (self.group_bytes(), true),
            // In absolute mode the columns of the contiguous dimension are no distance apart, but chunks.
            Major::Mn => (
                self.column_bytes(),
                matches!(self.params().lbo_mode, LboMode::Relative),
            ),
        };
        // What a writer exchanges is in no such phase.
        let is_distance = is_distance && self.row_xor().is_none();
        if is_distance && stride.is_multiple_of(self.swizzle().pattern_bytes()) {
            Some(stride.wrapping_mul(repeat) % ADDRESS_BYTES)
        } else {
            None
        }
    }

    /// One repeat, through the law but for the further elements of a unit.
    fn fill_repeat(&self, repeat: u32, width: usize, table: &mut [u32]) {
        let t = self.element().per_unit();
        match self.major() {
            Major::K => {
                let slots = self.slot_bytes();
                for (row, cells) in (0..).zip(table.chunks_mut(width)) {
                    self.fill_units(repeat, row, &slots[..t as usize], cells);
                }
            }
            Major::Mn => {
                for (unit, rows) in (0..).zip(table.chunks_mut(t as usize * width)) {
                    let (first, others) = rows.split_at_mut(width);
                    self.fill_k_rows(repeat, unit, first);
                    for (slot, row) in (1..).zip(others.chunks_mut(width)) {
                        move_addresses(row, first, slot * self.element().pitch_bits() / 8);
                    }
                }
            }
        }
    }

    /// A row of a K-major layout: unit by unit, each with consecutive elements.
    fn fill_units(&self, group: u32, row: u32, slots: &[u32], cells: &mut [u32]) {
        let t = slots.len();
        let row_units = self.swizzle().row_units();
        for (column, cells) in (0..).zip(cells.chunks_mut(t * row_units as usize)) {
            for (unit, cells) in (0..).zip(cells.chunks_mut(t)) {
                let base = self.physical_from_digits(Digits {
                    column,
                    unit,
                    slot: 0,
                    group,
                    row,
                });
                for (cell, slot) in cells.iter_mut().zip(slots) {
                    *cell = base + slot;
                }
            }
        }
    }

    /// Where each element of a unit begins in it, in whole bytes.
    fn slot_bytes(&self) -> [u32; UNIT_BITS as usize] {
        core::array::from_fn(|slot| slot as u32 * self.element().pitch_bits() / 8)
    }

    /// A row of an MN-major layout: groups of K rows, of which every later one is the first moved, where phases allow.
    fn fill_k_rows(&self, column: u32, unit: u32, cells: &mut [u32]) {
        let rows = self.swizzle().atom(Major::Mn).rows as usize;
        let keeps_phase = self.row_xor().is_none()
            && self
                .group_bytes()
                .is_multiple_of(self.swizzle().pattern_bytes());
        let (first, rest) = cells.split_at_mut(rows.min(cells.len()));
        self.fill_k_group(column, unit, 0, first);
        for (group, cells) in (1..).zip(rest.chunks_mut(rows)) {
            if keeps_phase {
                move_addresses(cells, first, self.group_bytes().wrapping_mul(group));
            } else {
                self.fill_k_group(column, unit, group, cells);
            }
        }
    }

    fn fill_k_group(&self, column: u32, unit: u32, group: u32, cells: &mut [u32]) {
        for (row, cell) in (0..).zip(cells) {
            *cell = self.physical_from_digits(Digits {
                column,
                unit,
                slot: 0,
                group,
                row,
            });
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
    use crate::hardware::{Element, Named};
    use crate::law::layout::{Coord, LayoutParams};
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
