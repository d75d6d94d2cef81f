//! The banks that hold the rows of a column of units, for a warp that accesses one unit of each row.

use std::ops::Range;

use swizzle_core::hardware::{LINE_UNITS, UNIT_BANKS, UNIT_BYTES};
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
    #[must_use]
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
    #[must_use]
    pub fn most(&self) -> u32 {
        self.groups.iter().copied().max().unwrap_or(0)
    }

    /// Describes the banks that hold the rows.
    ///
    /// ```
    /// use swizzle_warp::ColumnBanks;
    /// let of = |groups| ColumnBanks { unit: 5, rows: 0..8, groups }.text();
    /// assert_eq!(of([1; 8]), "each bank once, by address");
    /// assert_eq!(of([0, 8, 0, 0, 0, 0, 0, 0]), "8 times banks 4–7, by address");
    /// assert_eq!(of([2, 2, 2, 2, 0, 0, 0, 0]), "2 times 16 banks, by address");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let most = self.most();
        if most <= 1 {
            let all = self.groups.iter().all(|units| *units == 1);
            let each = if all {
                "each bank once"
            } else {
                "no bank twice"
            };
            return format!("{each}, by address");
        }
        let mut groups = (0..).zip(self.groups).filter(|(_, units)| *units == most);
        let first = groups.next().map_or(0, |(group, _)| group * UNIT_BANKS);
        match groups.count() as u32 {
            0 => {
                let last = first + UNIT_BANKS - 1;
                format!("{most} times banks {first}–{last}, by address")
            }
            others => {
                let banks = (1 + others) * UNIT_BANKS;
                format!("{most} times {banks} banks, by address")
            }
        }
    }

    /// Describes which rows are counted, and what the count is not.
    ///
    /// ```
    /// use swizzle_warp::ColumnBanks;
    /// let column = ColumnBanks { unit: 5, rows: 8..16, groups: [1; 8] };
    /// assert!(column.note().starts_with("Rows 8–15, computed from their addresses."));
    /// ```
    #[must_use]
    pub fn note(&self) -> String {
        let last = self.rows.end.max(self.rows.start + 1) - 1;
        format!(
            "Rows {}–{last}, computed from their addresses. This is not a time: the cost of an access depends on its instruction.",
            self.rows.start
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Access, wavefronts_from_lanes};
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
                    let Ok(spec) = spec_from_said(&Said {
                        tile,
                        ..Said::default()
                    }) else {
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
