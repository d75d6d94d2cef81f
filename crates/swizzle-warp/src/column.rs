//! The banks that hold the rows of a column of units, for a warp that accesses one unit of each row.

use std::ops::Range;

use swizzle_core::hardware::{LINE_UNITS, UNIT_BYTES};
use swizzle_core::law::Coord;
use swizzle_core::reader::Spec;

/// Rows that are served together: those of one 8 × 8 matrix of `ldmatrix`.
const ROWS: u32 = 8;

/// The units of eight rows of a matrix, one below the other, by the group of four banks that holds them. Counted from the
/// addresses alone: it is not a time.
///
/// ```
/// use swizzle_warp::ColumnBanks;
/// use swizzle_core::{Coord, Said, SaidTile, Swizzle};
/// use swizzle_infer::spec_from_said;
/// let swizzled = spec_from_said(&Said::default())?;
/// let column = ColumnBanks::of(&swizzled, Coord { mn: 3, k: 40 });
/// assert_eq!((column.unit, column.rows.clone(), column.most()), (5, 0..8, 1));
/// assert_eq!(column.groups, [1; 8]); // all 32 banks, once each
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnBanks {
    /// The unit of each row, counted along it.
    pub unit: u32,
    /// The rows.
    pub rows: Range<u32>,
    /// Distinct units in each group of four banks.
    pub groups: [u32; LINE_UNITS as usize],
}

impl ColumnBanks {
    /// The units below and above an element: those of its eight rows.
    pub fn of(spec: &Spec, at: Coord) -> Self {
        let layout = spec.layout();
        let grid = layout.unit_grid(spec.extent());
        let (along, row) = at.along_and_across(layout.major());
        let unit = along / layout.element().per_unit();
        let first = row / ROWS * ROWS;
        let rows = first..(first + ROWS).min(grid.rows.max(first));
        let mut groups = [0; LINE_UNITS as usize];
        let mut seen = [None; ROWS as usize];
        for (row, seen_here) in rows.clone().zip(0..) {
            let memory = layout.physical_from_unit(unit, row) / UNIT_BYTES;
            if !seen[..seen_here].contains(&Some(memory)) {
                groups[(memory % LINE_UNITS) as usize] += 1;
            }
            seen[seen_here] = Some(memory);
        }
        Self { unit, rows, groups }
    }

    /// The most units that one group of banks holds.
    pub fn most(&self) -> u32 {
        self.groups.iter().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Access, wavefronts_from_lanes};
    use swizzle_core::hardware::UNIT_BANKS;
    use swizzle_core::hardware::{Element, Major, Named};
    use swizzle_core::law::Swizzle;
    use swizzle_core::reader::Said;
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    /// The counts are those of `ldmatrix`, whose own were counted on an H200.
    #[test]
    fn a_column_is_what_ldmatrix_takes() {
        let mut ways = [0; 9];
        for major in [Major::K, Major::Mn] {
            for swizzle in Swizzle::ALL {
                for element in [Element::Bf16, Element::E4m3] {
                    let tile = SaidTile {
                        major: Some(major),
                        swizzle: Some(*swizzle),
                        element: Some(element),
                        ..SaidTile::default()
                    };
                    let Ok(spec) = spec_from_said(&Said { tile, ..Said::default() }) else {
                        continue;
                    };
                    let t = spec.layout().element().per_unit();
                    for unit in 0..4 {
                        for row in [0, 11] {
                            let at = Coord::at(major, unit * t, row);
                            let column = ColumnBanks::of(&spec, at);
                            let lanes = std::array::from_fn(|lane| {
                                let row = row / 8 * 8 + lane as u32;
                                let at = Coord::at(major, unit * t, row);
                                (lane < 8).then(|| spec.layout().byte_from_element(at).byte)
                            });
                            let served = wavefronts_from_lanes(Access::LoadMatrix1, &lanes);
                            assert_eq!(served.ways(), column.most(), "{spec:?} {at:?}");
                            let words = served.groups[0].words;
                            for (group, units) in column.groups.iter().enumerate() {
                                assert_eq!(words[group * UNIT_BANKS as usize], *units);
                            }
                            ways[column.most() as usize] += 1;
                        }
                    }
                }
            }
        }
        assert!(ways[1] > 0 && ways[2] + ways[4] + ways[8] > 0, "{ways:?}");
    }
}
