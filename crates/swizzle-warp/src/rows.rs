//! Rows that a warp goes down, one unit of each: plain ones, padded ones, and those whose units the XOR exchanges.

use swizzle_core::hardware::{LINE_BYTES, LINE_UNITS, UNIT_BANKS, UNIT_BYTES};

use crate::banks::{Lanes, Wavefronts, wavefronts_from_lanes};
use crate::copy::{Through, wavefronts_of_copy};
use crate::instruction::Access;
use crate::wires::Wires;

/// Rows of shared memory, of which an access goes down one column of units.
///
/// ```
/// use swizzle_warp::{Access, Rows, Wires};
/// let plain = Rows::of_lines(Wires::OPEN);
/// let padded = Rows { pitch_bytes: 144, ..plain };
/// let exchanged = Rows::of_lines(Wires::lowest(3));
/// // One 8 × 8 matrix of `ldmatrix`.
/// let wavefronts = [plain, padded, exchanged].map(|rows| rows.read(Access::LoadMatrix1, 0).count());
/// assert_eq!(wavefronts, [8, 1, 1]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rows {
    /// Bytes of data in a row.
    pub data_bytes: u32,
    /// Bytes from the beginning of a row to that of the next: its data, and padding.
    pub pitch_bytes: u32,
    /// The wires of the XOR that are closed.
    pub wires: Wires,
}

impl Rows {
    /// Rows without padding.
    pub const fn plain(data_bytes: u32, wires: Wires) -> Self {
        Self { data_bytes, pitch_bytes: data_bytes, wires }
    }

    /// Rows of a line each.
    pub const fn of_lines(wires: Wires) -> Self {
        Self::plain(LINE_BYTES, wires)
    }

    /// The place of a unit before the XOR: its line, and its number in that.
    const fn place(self, row: u32, unit: u32) -> (u32, u32) {
        let bytes = row * self.pitch_bytes + unit * UNIT_BYTES;
        (bytes / LINE_BYTES, bytes % LINE_BYTES / UNIT_BYTES)
    }

    /// The address of a unit of a row, counted from the first row, which begins where the pattern of the XOR does.
    pub fn byte(self, row: u32, unit: u32) -> u32 {
        self.wires.physical_from_absolute(row * self.pitch_bytes + unit * UNIT_BYTES)
    }

    /// The slot of a unit of a row in its line, `0..8`.
    pub fn slot(self, row: u32, unit: u32) -> u32 {
        self.byte(row, unit) / UNIT_BYTES % LINE_UNITS
    }

    /// Whether every unit stays in its row.
    ///
    /// ```
    /// use swizzle_warp::{Rows, Wires};
    /// let keeps = |closed| Rows::plain(64, Wires::lowest(closed)).keeps_units();
    /// assert_eq!([2, 3].map(keeps), [true, false]); // four units a row: two bits
    /// ```
    pub fn keeps_units(self) -> bool {
        let units = self.data_bytes / UNIT_BYTES;
        // The XOR repeats after eight lines.
        (0..=8 * LINE_BYTES / self.pitch_bytes.max(1)).all(|row| {
            let first = row * self.pitch_bytes;
            (0..units).all(|unit| (first..first + self.data_bytes).contains(&self.byte(row, unit)))
        })
    }

    /// How an access of a warp to one unit of each row is served, a lane a row. Eight rows are served together.
    pub fn read(self, access: Access, unit: u32) -> Wavefronts {
        let lanes: Lanes = std::array::from_fn(|row| Some(self.byte(row as u32, unit)));
        wavefronts_from_lanes(access, &lanes)
    }

    /// Wavefronts of one `cp.async.cg` of 16 bytes a lane that fills these rows from rows of global memory that begin at multiples
    /// of 128 bytes; `None` where they were not counted and no law is known.
    ///
    /// ```
    /// use swizzle_warp::{Rows, Wires};
    /// let plain = Rows::of_lines(Wires::OPEN);
    /// let padded = |pitch_bytes| Rows { pitch_bytes, ..plain }.copied();
    /// assert_eq!([plain.copied(), Rows::of_lines(Wires::ALL).copied()], [Some(4); 2]);
    /// assert_eq!([144, 160].map(padded), [Some(10), None]);
    /// ```
    pub fn copied(self) -> Option<u32> {
        let units = self.data_bytes / UNIT_BYTES;
        let place = |lane: usize| (lane as u32 / units, lane as u32 % units);
        let shared = std::array::from_fn(|lane| Some(self.byte(place(lane).0, place(lane).1)));
        let pitch_bytes = self.data_bytes.next_multiple_of(LINE_BYTES);
        let global =
            std::array::from_fn(|lane| Some(place(lane).0 * pitch_bytes + place(lane).1 * UNIT_BYTES));
        wavefronts_of_copy(Access::CopyAsync16, Through::L2, &shared, &global)
    }

    /// Describes the slot and banks of a unit of a row, and the XOR that leads there.
    ///
    /// ```
    /// use swizzle_warp::{Rows, Wires};
    /// let text = Rows::of_lines(Wires::from_mask(1)).line_text(3, 0);
    /// assert_eq!(text, "row 3: bits 9, 8, 7 are 011, unit 0 ⊕ 1 = slot 1, banks 4–7");
    /// ```
    pub fn line_text(self, row: u32, unit: u32) -> String {
        let ((line, before), slot) = (self.place(row, unit), self.slot(row, unit));
        let (first, last) = (slot * UNIT_BANKS, (slot + 1) * UNIT_BANKS - 1);
        let (line, xored) = (line % LINE_UNITS, slot ^ before);
        format!(
            "row {row}: bits 9, 8, 7 are {line:03b}, unit {before} ⊕ {xored} = slot {slot}, banks {first}–{last}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit by bit, with no shift of the core's: a bit of the unit's number is turned over where its wire is closed and the
    /// bit of the line's number is 1.
    #[test]
    fn every_unit_of_every_line_is_where_its_bits_lead() {
        let digit = |number: u32, worth: u32| number / worth % 2 == 1;
        for wires in Wires::all() {
            for line in 0..8 {
                for unit in 0..8 {
                    let mut slot = 0;
                    for worth in [1, 2, 4] {
                        let is_turned = digit(wires.mask(), worth) && digit(line, worth);
                        if digit(unit, worth) != is_turned {
                            slot += worth;
                        }
                    }
                    assert_eq!(Rows::of_lines(wires).slot(line, unit), slot, "{wires:?} {line} {unit}");
                }
            }
        }
    }

    /// Rows of 128 bytes: each closed wire halves the towers. Rows as wide as the mode's: never a conflict.
    #[test]
    fn each_closed_wire_halves_the_wavefronts() {
        for wires in Wires::all() {
            for unit in 0..8 {
                let read = Rows::of_lines(wires).read(Access::Load16, unit);
                assert_eq!(read.ways(), [8, 4, 2, 1][wires.closed() as usize]);
                assert_eq!((read.groups.len() as u32, read.count()), (4, 4 * read.ways()));
            }
            let Some(mode) = wires.mode() else { continue };
            for unit in 0..mode.row_units() {
                let own = Rows::plain(mode.row_bytes(), wires).read(Access::Load16, unit);
                assert_eq!(own.ways(), 1, "{mode:?} {unit}");
            }
        }
    }
}
