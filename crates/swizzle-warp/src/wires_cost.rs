//! The cost of a column read for every set of the XOR's wires, measured on an H100.
//!
//! Source: in the repository, `tests/data/wires_h100.csv`; a test holds this table against it.

use crate::instruction::Access;
use crate::rows::Rows;
use crate::wires::Wires;

/// The units whose columns were measured.
pub const MEASURED_UNITS: [u32; 2] = [0, 5];

/// Cycles of one warp-wide access in hundredths, by the mask of the closed wires, then by [`MEASURED_UNITS`]. Rows are 128 bytes
/// apart, and eight warps access shared memory at once.
pub const COLUMN_CYCLES: [(Access, [[u32; 2]; 8]); 4] = [
    (
        Access::Load16,
        [
            [3204, 3086],
            [1600, 1604],
            [1604, 1547],
            [801, 804],
            [1604, 1547],
            [801, 804],
            [804, 800],
            [405, 405],
        ],
    ),
    (
        Access::Store16,
        [
            [3189, 3194],
            [1599, 1599],
            [1599, 1599],
            [801, 801],
            [1599, 1599],
            [801, 801],
            [801, 801],
            [403, 403],
        ],
    ),
    (
        Access::LoadMatrix4,
        [
            [3203, 3086],
            [1600, 1603],
            [1603, 1547],
            [801, 803],
            [1603, 1547],
            [801, 803],
            [803, 794],
            [402, 403],
        ],
    ),
    (
        Access::StoreMatrix4,
        [
            [3122, 3118],
            [1598, 1565],
            [1598, 1564],
            [802, 792],
            [1598, 1564],
            [802, 792],
            [802, 791],
            [403, 400],
        ],
    ),
];

impl Wires {
    /// Cycles measured of a warp's access to one unit of 32 rows that are 128 bytes apart; `None` where none were.
    ///
    /// ```
    /// use swizzle_warp::{Access, Wires};
    /// assert_eq!(Wires::OPEN.cycles(Access::Load16, 0).as_deref(), Some("32.04"));
    /// assert_eq!(Wires::OPEN.cycles(Access::Load16, 1), None);
    /// ```
    pub fn cycles(self, access: Access, unit: u32) -> Option<String> {
        let hundredths = self.cycles_hundredths(access, unit)?;
        Some(format!("{}.{:02}", hundredths / 100, hundredths % 100))
    }

    /// The same as a whole number of cycles.
    ///
    /// ```
    /// use swizzle_warp::{Access, Wires};
    /// let cycles = [0, 1, 2, 3].map(|closed| Wires::lowest(closed).whole_cycles(Access::Load16, 0));
    /// assert_eq!(cycles, [Some(32), Some(16), Some(8), Some(4)]);
    /// ```
    pub fn whole_cycles(self, access: Access, unit: u32) -> Option<u32> {
        Some((self.cycles_hundredths(access, unit)? + 50) / 100)
    }

    fn cycles_hundredths(self, access: Access, unit: u32) -> Option<u32> {
        let (_, by_mask) = COLUMN_CYCLES.iter().find(|(of, _)| *of == access)?;
        let mut units = MEASURED_UNITS.iter();
        let at = units.position(|measured| *measured == unit)?;
        Some(by_mask[self.mask() as usize][at])
    }

    /// How often the memory is asked for one unit of 32 rows that are 128 bytes apart, and what that was measured to take.
    ///
    /// ```
    /// use swizzle_warp::{Access, Wires};
    /// assert_eq!(
    ///     Wires::OPEN.read_text(Access::Load16, 0),
    ///     "A warp reads 32 rows, eight at a time: 4 × 8 = 32 wavefronts. Measured on an H100: 32.04 cycles (ld.shared.v4.b32, unit 0)."
    /// );
    /// assert_eq!(
    ///     Wires::lowest(3).read_text(Access::Load16, 1),
    ///     "A warp reads 32 rows, eight at a time: 4 × 1 = 4 wavefronts. Cycles were measured for units 0 and 5."
    /// );
    /// ```
    pub fn read_text(self, access: Access, unit: u32) -> String {
        let read = Rows::of_lines(self).read(access, unit);
        let (groups, ways, count) = (read.groups.len(), read.ways(), read.count());
        let measured = match self.cycles(access, unit) {
            Some(cycles) => {
                let name = access.ptx();
                format!("Measured on an H100: {cycles} cycles ({name}, unit {unit}).")
            }
            None => {
                let [first, second] = MEASURED_UNITS;
                format!("Cycles were measured for units {first} and {second}.")
            }
        };
        format!("A warp reads 32 rows, eight at a time: {groups} × {ways} = {count} wavefronts. {measured}")
    }
}
