//! The address law backwards: which elements lie at a byte.

use alloc::vec::Vec;
use core::iter::StepBy;
use core::ops::Range;

use crate::hardware::{ADDRESS_BYTES, LboMode, UNIT_BYTES};
use crate::law::layout::{Coord, Digits, Extent, Layout};

impl Layout {
    /// Every element of a matrix of this extent that has a bit in the given byte: the inverse of
    /// [`byte_from_element`](Self::byte_from_element). Empty where nothing lies; more than one where elements share a
    /// byte, be it by packing or by a layout that is not one-to-one. In order of MN, then K.
    ///
    /// ```
    /// use swizzle_core::{Coord, Extent, Said, Spec};
    /// let spec = Spec::new(&Said::default()).unwrap();
    /// let extent = Extent { mn: 64, k: 64 };
    /// let byte = spec.layout().byte_from_element(Coord { mn: 3, k: 40 }).byte;
    /// assert_eq!(spec.layout().elements_from_byte(byte, extent), [Coord { mn: 3, k: 40 }]);
    /// ```
    #[must_use]
    pub fn elements_from_byte(&self, byte: u32, extent: Extent) -> Vec<Coord> {
        let (_, groups) = self.columns_and_groups(extent);
        let (along, _) = extent.along_and_across(self.major());
        let units = along.div_ceil(self.element().per_unit());
        let mut found: Vec<Coord> = self
            .runs_from_byte(byte, groups)
            .flat_map(|run| {
                let all = (run.unit..units).step_by(run.step as usize);
                all.map(move |unit| Run { unit, ..run })
            })
            .map(|run| self.element_from_run(run))
            .filter(|coord| extent.contains(*coord))
            .collect();
        found.sort_unstable();
        found
    }

    /// The first element whose unit's address before the XOR holds this byte.
    ///
    /// ```
    /// # use swizzle_core::{Coord, Extent, Said, Spec};
    /// # let spec = Spec::new(&Said::default())?;
    /// let extent = Extent { mn: 64, k: 64 };
    /// assert_eq!(spec.layout().first_element_from_absolute(0x5d0, extent), Some(Coord { mn: 3, k: 40 }));
    /// # Ok::<(), swizzle_core::SpecError>(())
    /// ```
    #[must_use]
    pub fn first_element_from_absolute(&self, absolute: u32, extent: Extent) -> Option<Coord> {
        if self.row_xor().is_some() {
            return self
                .without_row_xor()
                .first_element_from_byte(absolute, extent);
        }
        let (swizzle, base_offset) = (self.swizzle(), self.params().base_offset);
        let byte = swizzle.physical_from_absolute(absolute % ADDRESS_BYTES, base_offset);
        self.first_element_from_byte(byte, extent)
    }

    /// The first of [`elements_from_byte`](Self::elements_from_byte): groups repeat their addresses, so no tile takes long.
    #[must_use]
    pub fn first_element_from_byte(&self, byte: u32, extent: Extent) -> Option<Coord> {
        let (_, groups) = self.columns_and_groups(extent);
        let (_, period) = multiples_from_bytes(self.group_bytes(), 0)?;
        self.runs_from_byte(byte, groups.min(period))
            .map(|run| self.element_from_run(run))
            .filter(|coord| extent.contains(*coord))
            .min()
    }

    const fn element_from_run(&self, run: Run) -> Coord {
        let row_units = self.swizzle().row_units();
        self.element_from_digits(Digits {
            column: run.unit / row_units,
            unit: run.unit % row_units,
            slot: run.slot,
            group: run.group,
            row: run.row,
        })
    }

    /// Whatever of so many groups lies at a byte.
    fn runs_from_byte(&self, byte: u32, groups: u32) -> impl Iterator<Item = Run> {
        let physical = byte % ADDRESS_BYTES / UNIT_BYTES * UNIT_BYTES;
        let bit = byte % UNIT_BYTES * 8;
        let pitch = self.element().pitch_bits();
        let slots = bit / pitch..(bit + 8).div_ceil(pitch).min(self.element().per_unit());
        let rows = self.swizzle().atom(self.major()).rows;
        let is_relative = self.params().lbo_mode == LboMode::Relative;
        // An atom's rows that lie one behind the other are looked at as one.
        let together = if is_relative && self.is_canonical() {
            rows
        } else {
            1
        };
        (0..groups)
            .flat_map(move |group| {
                let rows = (0..rows).step_by(together as usize);
                rows.map(move |row| (group, row))
            })
            .flat_map(move |(group, row)| {
                let inside = self.inside_from_physical(physical, group, row);
                let pieces = if is_relative {
                    self.offsets_from_inside(inside, together)
                } else {
                    (0..2).step_by(1)
                };
                pieces.filter_map(move |piece| {
                    let (below, unit, step) = self.units_from_piece(inside, piece)?;
                    Some((group, row + below, unit, step))
                })
            })
            .flat_map(move |(group, row, unit, step)| {
                slots.clone().map(move |slot| Run {
                    group,
                    row,
                    unit,
                    step,
                    slot,
                })
            })
    }

    /// What the contiguous dimension adds to a row's address where its unit lies at a physical one: the XOR undone, and
    /// what the row adds taken away.
    const fn inside_from_physical(&self, physical_bytes: u32, group: u32, row: u32) -> u32 {
        let across = row
            .wrapping_mul(self.pitch_bytes())
            .wrapping_add(group.wrapping_mul(self.group_bytes()));
        let Some(row_xor) = self.row_xor() else {
            let base_offset = self.params().base_offset;
            let absolute = self
                .swizzle()
                .physical_from_absolute(physical_bytes, base_offset);
            return absolute.wrapping_sub(across) % ADDRESS_BYTES;
        };
        let rows = self.swizzle().atom(self.major()).rows;
        let phase_bytes = row_xor.phase(group * rows + row, physical_bytes) * UNIT_BYTES;
        if row_xor.counts_rows() {
            let start = self.start_bytes();
            let in_row = physical_bytes.wrapping_sub(start).wrapping_sub(across) % ADDRESS_BYTES;
            (in_row ^ phase_bytes).wrapping_add(start) % ADDRESS_BYTES
        } else {
            (physical_bytes ^ phase_bytes).wrapping_sub(across) % ADDRESS_BYTES
        }
    }

    /// Bytes into some rows of an atom at which a unit may lie there: those that leave a multiple of the column stride.
    fn offsets_from_inside(&self, inside_bytes: u32, rows: u32) -> StepBy<Range<u32>> {
        let apart = match self.column_bytes() {
            0 => ADDRESS_BYTES,
            bytes => 1 << bytes.trailing_zeros(),
        };
        let inside = inside_bytes.wrapping_sub(self.start_bytes()) % ADDRESS_BYTES;
        (inside % apart..rows * self.swizzle().row_bytes()).step_by(apart as usize)
    }

    /// The row of a piece, its first unit that lies there, and how many units on the next one does. A piece is a unit of
    /// every column, by its bytes into the atom; in absolute mode one of the two chunks.
    fn units_from_piece(&self, inside_bytes: u32, piece: u32) -> Option<(u32, u32, u32)> {
        let from = |start: u32| inside_bytes.wrapping_sub(start) % ADDRESS_BYTES;
        match self.params().lbo_mode {
            LboMode::Relative => {
                let (row_bytes, row_units) =
                    (self.swizzle().row_bytes(), self.swizzle().row_units());
                let bytes = from(self.start_bytes() + piece);
                let (column, period) = multiples_from_bytes(self.column_bytes(), bytes)?;
                let unit = column * row_units + piece % row_bytes / UNIT_BYTES;
                Some((piece / row_bytes, unit, period * row_units))
            }
            LboMode::Absolute => {
                let (first, space) = (self.first_chunk_units(), ADDRESS_BYTES / UNIT_BYTES);
                let unit = from(self.start_bytes()) / UNIT_BYTES;
                match piece {
                    0 if unit < first => Some((0, unit, u32::MAX)),
                    0 => None,
                    _ => Some((0, first + from(self.params().lbo_bytes) / UNIT_BYTES, space)),
                }
            }
        }
    }
}

/// Units of a row that lie at one byte, one in every `step`.
#[derive(Clone, Copy)]
struct Run {
    group: u32,
    row: u32,
    /// The first, counted along the contiguous dimension.
    unit: u32,
    step: u32,
    /// The element in each.
    slot: u32,
}

/// The smallest multiple of a stride that is so many bytes modulo the address space, and after how many more it is again.
const fn multiples_from_bytes(stride_bytes: u32, bytes: u32) -> Option<(u32, u32)> {
    let space = ADDRESS_BYTES / UNIT_BYTES;
    let (stride, wanted) = (
        stride_bytes / UNIT_BYTES % space,
        bytes / UNIT_BYTES % space,
    );
    if stride == 0 {
        return if wanted == 0 { Some((0, 1)) } else { None };
    }
    let zeros = stride.trailing_zeros();
    let period = space >> zeros;
    let odd = stride >> zeros;
    if wanted % (1 << zeros) != 0 {
        return None;
    }
    // Newton's step doubles the bits to which an odd number's inverse is right; it is its own for three.
    let mut inverse = odd;
    let mut right_bits = 3;
    while right_bits < u32::BITS {
        inverse = inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    Some(((wanted >> zeros).wrapping_mul(inverse) % period, period))
}
