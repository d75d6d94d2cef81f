//! The address law backwards: which elements lie at a byte.

use alloc::vec::Vec;

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
        let atoms = self.columns_and_groups(extent);
        let mut found: Vec<Coord> = self.coords_from_byte(byte, extent, atoms).collect();
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

    /// The first of [`elements_from_byte`](Self::elements_from_byte): addresses repeat, so no tile takes long.
    #[must_use]
    pub fn first_element_from_byte(&self, byte: u32, extent: Extent) -> Option<Coord> {
        let (columns, groups) = self.columns_and_groups(extent);
        let period = |bytes: u32| match bytes % ADDRESS_BYTES {
            0 => 1,
            bytes => ADDRESS_BYTES >> bytes.trailing_zeros(),
        };
        let columns_period = match self.params().lbo_mode {
            LboMode::Relative => period(self.column_bytes()),
            // Two runs of units, the first within one line.
            LboMode::Absolute => period(UNIT_BYTES) + 8,
        };
        let atoms = (
            columns.min(columns_period),
            groups.min(period(self.group_bytes())),
        );
        self.coords_from_byte(byte, extent, atoms).min()
    }

    fn coords_from_byte(
        &self,
        byte: u32,
        extent: Extent,
        (columns, groups): (u32, u32),
    ) -> impl Iterator<Item = Coord> {
        let unit = byte % ADDRESS_BYTES / UNIT_BYTES * UNIT_BYTES;
        let bit = byte % UNIT_BYTES * 8;
        let pitch = self.element().pitch_bits();
        let slots = (0..self.element().per_unit())
            .filter(move |slot| slot * pitch < bit + 8 && (slot + 1) * pitch > bit);
        slots
            .flat_map(move |slot| {
                self.digits_from_unit(unit, columns, groups)
                    .map(move |digits| Digits { slot, ..digits })
            })
            .map(|digits| self.element_from_digits(digits))
            .filter(move |coord| extent.contains(*coord))
    }

    /// The places of so many atoms, slot 0, whose unit lies at this physical address; some may be outside of the filled
    /// part of the last atoms.
    fn digits_from_unit(
        &self,
        physical_bytes: u32,
        columns: u32,
        groups: u32,
    ) -> impl Iterator<Item = Digits> {
        let (swizzle, atom) = (self.swizzle(), self.swizzle().atom(self.major()));
        let absolute = swizzle.physical_from_absolute(physical_bytes, self.params().base_offset);
        // An atom's rows and units that may lie there: in one piece it holds an address once at the most.
        let candidates = move |column: u32, group: u32| {
            if matches!(self.params().lbo_mode, LboMode::Absolute) || !self.is_canonical() {
                return (0..atom.rows, 0..atom.row_units);
            }
            let corner = self.absolute_from_digits(Digits {
                column,
                unit: 0,
                slot: 0,
                group,
                row: 0,
            });
            let inside = absolute.wrapping_sub(corner) % ADDRESS_BYTES;
            let row = inside / swizzle.row_bytes();
            let unit = inside % swizzle.row_bytes() / UNIT_BYTES;
            (row..(row + 1).min(atom.rows), unit..unit + 1)
        };
        (0..groups)
            .flat_map(move |group| (0..columns).map(move |column| (column, group)))
            .flat_map(move |(column, group)| {
                let (rows, units) = candidates(column, group);
                rows.flat_map(move |row| {
                    units.clone().map(move |unit| Digits {
                        column,
                        unit,
                        slot: 0,
                        group,
                        row,
                    })
                })
            })
            .filter(move |digits| self.physical_from_digits(*digits) == physical_bytes)
    }
}
