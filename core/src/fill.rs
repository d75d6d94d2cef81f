//! The whole map at once: a table of byte addresses, filled faster than element by element.

use alloc::vec;
use alloc::vec::Vec;

use crate::encoding::ADDRESS_BYTES;
use crate::swizzle::PHASE_BIT;
use crate::{Coord, Extent, Layout, LboMode, Major};

impl Layout {
    /// Byte address of every element, MN outer, K inner: `table[mn · K + k]`.
    ///
    /// ```
    /// use swizzle_core::{Coord, Params, Spec};
    /// let spec = Spec::new(&Params::default())?;
    /// let table = spec.tile().byte_table(spec.extent());
    /// assert_eq!(table[3 * 64 + 40], spec.tile().byte_from_element(Coord { mn: 3, k: 40 }).byte);
    /// # Ok::<(), swizzle_core::ParamsError>(())
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
    /// Most rows are an earlier row moved by a constant: the next element of a unit, or a row of the same phase. Only the
    /// others go through the law.
    pub fn fill_byte_table(&self, k: u32, table: &mut [u32]) {
        let width = k as usize;
        if width == 0 {
            return;
        }
        for mn in 0..table.len() / width {
            let (earlier, rest) = table.split_at_mut(mn * width);
            let row = &mut rest[..width];
            match self.moved_from(mn as u32) {
                Some((source, distance)) => {
                    let source = &earlier[source as usize * width..][..width];
                    for (to, from) in row.iter_mut().zip(source) {
                        *to = from.wrapping_add(distance) % ADDRESS_BYTES;
                    }
                }
                None => self.fill_row(mn as u32, row),
            }
        }
    }

    /// An earlier row of MN whose addresses all lie a constant distance before this one's, if there is one.
    const fn moved_from(&self, mn: u32) -> Option<(u32, u32)> {
        let place = self.place_from_element(Coord { mn, k: 0 });
        let atom = self.swizzle().atom(self.major());
        let pattern = self.swizzle().pattern_bytes();
        // Moving by whole patterns leaves every phase as it is.
        match self.major() {
            Major::K if place.group > 0 && self.group_bytes().is_multiple_of(pattern) => {
                Some((mn - atom.rows, self.group_bytes()))
            }
            Major::Mn if place.slot > 0 => Some((
                mn - place.slot,
                place.slot * self.element().pitch_bits() / 8,
            )),
            Major::Mn
                if place.column > 0
                    && self.column_bytes().is_multiple_of(pattern)
                    && matches!(self.params().lbo_mode, LboMode::Relative) =>
            {
                let column = atom.row_units * self.element().per_unit();
                Some((mn - column, self.column_bytes()))
            }
            _ => None,
        }
    }

    fn fill_row(&self, mn: u32, row: &mut [u32]) {
        match self.major() {
            Major::K => self.fill_units(mn, row),
            Major::Mn => self.fill_k_rows(mn, row),
        }
    }

    /// A row of a K-major layout: unit by unit, each with consecutive elements.
    fn fill_units(&self, mn: u32, row: &mut [u32]) {
        let t = self.element().per_unit();
        let pitch_bits = self.element().pitch_bits();
        for (unit, slots) in row.chunks_mut(t as usize).enumerate() {
            let first = Coord {
                mn,
                k: unit as u32 * t,
            };
            let base = self.physical_from_place(self.place_from_element(first));
            for (slot, to) in slots.iter_mut().enumerate() {
                *to = base + slot as u32 * pitch_bits / 8;
            }
        }
    }

    /// A row of an MN-major layout: groups of K rows, of which every later one is the first moved, where phases allow.
    fn fill_k_rows(&self, mn: u32, row: &mut [u32]) {
        let rows = self.swizzle().atom(self.major()).rows as usize;
        let keeps_phase = self.group_bytes().is_multiple_of(1 << PHASE_BIT)
            && self
                .group_bytes()
                .is_multiple_of(self.swizzle().pattern_bytes());
        for k in 0..row.len() {
            row[k] = if keeps_phase && k >= rows {
                row[k - rows].wrapping_add(self.group_bytes()) % ADDRESS_BYTES
            } else {
                self.byte_from_element(Coord { mn, k: k as u32 }).byte
            };
        }
    }
}
