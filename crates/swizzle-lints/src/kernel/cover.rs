//! The units of shared memory that the reads of a walk cover.

use super::*;

/// A unit that no read covers.
const FREE: u32 = u32::MAX;

/// The starts of the reads that are looked at, from the lowest on.
fn starts(walk: &Walk) -> Option<Vec<i64>> {
    let own = walk.reads.iter().map(|read| read.start).collect::<Option<Vec<i64>>>()?;
    let turned = match (own.as_slice(), walk.turn) {
        // One read in a loop: as many turns as a row or a pattern has.
        ([only], Some((turn, _))) => (0..8).map(|at| only + at * turn).collect(),
        _ => own,
    };
    from_lowest(turned)
}

/// Starts, counted from the lowest.
fn from_lowest(starts: Vec<i64>) -> Option<Vec<i64>> {
    let lowest = starts.iter().copied().min()?;
    Some(starts.into_iter().map(|start| start - lowest).collect())
}

/// The units that one read of a walk covers, from its start on and before the XOR.
fn units(walk: &Walk) -> Option<Vec<i64>> {
    let typical = walk.typical()?;
    if walk.held(typical).lbo_mode()? == LboMode::Absolute {
        return None;
    }
    let layout = walk.layout(typical)?;
    let (length, rows) = walk.extent()?.along_and_across(layout.major());
    let step = layout.element().per_unit();
    let mut units = Vec::new();
    for row in 0..rows {
        for at in (0..length).step_by(step as usize) {
            let byte = layout.absolute_from_element(Coord::at(layout.major(), at, row));
            units.push(i64::from(byte / UNIT_BYTES));
        }
    }
    Some(units)
}

/// Whether the reads of a walk share bytes with the same reads so many bytes further.
pub(super) fn overlaps_at(walk: &Walk, by: u64) -> Option<bool> {
    let all = all_units(walk)?;
    let by = i64::try_from(by / u64::from(UNIT_BYTES)).ok()?;
    Some(all.iter().any(|unit| all.contains(&(unit + by))))
}

/// The units of all reads of a walk, from its reference on.
pub(super) fn all_units(walk: &Walk) -> Option<HashSet<i64>> {
    let units = units(walk)?;
    let mut all = HashSet::new();
    for read in &walk.reads {
        let start = read.start? / i64::from(UNIT_BYTES);
        all.extend(units.iter().map(|unit| start + unit));
    }
    Some(all)
}

/// How many bytes one read of a walk reaches over, to the end of its last row.
pub(super) fn reach(walk: &Walk) -> Option<u64> {
    let swizzle = walk.common()?.swizzle?;
    let last = units(walk)?.into_iter().max()?;
    let row = u64::from(swizzle.row_bytes());
    Some(((last as u64 + 1) * u64::from(UNIT_BYTES)).next_multiple_of(row))
}

/// The read that covers each unit of an address space.
struct Owners {
    of_unit: Vec<u32>,
    space: i64,
}

impl Owners {
    fn of(walk: &Walk) -> Self {
        Self { of_unit: Vec::new(), space: i64::from(walk.chip.address_space().field_values()) }
    }

    /// Puts the units of a walk's reads, and returns the first two that share one.
    fn put(&mut self, walk: &Walk, starts: &[i64]) -> Option<Option<(usize, usize)>> {
        let units = units(walk)?;
        let mut overlap = None;
        for (read, start) in starts.iter().enumerate() {
            for unit in &units {
                let at = (start / i64::from(UNIT_BYTES) + unit).rem_euclid(self.space) as usize;
                if self.of_unit.len() <= at {
                    self.of_unit.resize(at + 1, FREE);
                }
                let owner = &mut self.of_unit[at];
                match *owner {
                    FREE => *owner = read as u32,
                    // A unit of another walk has no start here.
                    before if starts.get(before as usize).is_some_and(|other| other != start) => {
                        overlap = overlap.or(Some((before as usize, read)));
                    }
                    _ => {}
                }
            }
        }
        Some(overlap)
    }

    /// Whether the units that are covered have no gap between them.
    fn is_dense(&self) -> bool {
        // What is behind the last of them was never put.
        let covered = self.of_unit.iter().skip_while(|owner| **owner == FREE);
        !self.of_unit.is_empty() && !covered.into_iter().any(|owner| *owner == FREE)
    }
}

/// Returns the coverage of a walk by itself.
pub(super) fn cover(walk: &Walk) -> Option<Cover> {
    let starts = starts(walk)?;
    let mut owners = Owners::of(walk);
    let overlap = owners.put(walk, &starts)?;
    if let Some(expected) = expected_starts(walk) {
        // A read that is elsewhere says nothing against the others.
        owners = Owners::of(walk);
        owners.put(walk, &expected)?;
    }
    Some(Cover {
        // An overlap between turns of a loop is not reported: the number of turns is not known.
        overlap: overlap.filter(|_| walk.turn.is_none()),
        is_dense: owners.is_dense(),
    })
}

/// Returns the expected starts of all reads, relative to the lowest, if some reads start elsewhere.
fn expected_starts(walk: &Walk) -> Option<Vec<i64>> {
    let is_elsewhere = |(read, expected): (&WalkRead, &Option<i64>)| read.start != *expected;
    if !walk.fit.is_confirmed || !walk.reads.iter().zip(&walk.fit.expected).any(is_elsewhere) {
        return None;
    }
    from_lowest(walk.fit.expected.iter().copied().collect::<Option<_>>()?)
}

/// Fills gaps by what other walks of the same buffer cover: blocks of M or N may alternate in memory. The starts of the walks
/// are from one place on.
pub(super) fn fill_gaps(walks: &mut [(i64, Rc<Walk>)]) {
    let Some((_, first)) = walks.first() else {
        return;
    };
    if walks.len() < 2 || walks.iter().all(|(_, walk)| walk.cover.is_none_or(|cover| cover.is_dense)) {
        return;
    }
    let mut owners = Owners::of(first);
    let lowest = walks
        .iter()
        .filter_map(|(from, walk)| Some(from + walk.reads.iter().filter_map(|read| read.start).min()?));
    let Some(lowest) = lowest.min() else { return };
    for (from, walk) in walks.iter() {
        let starts: Vec<i64> =
            walk.reads.iter().filter_map(|read| Some(from + read.start? - lowest)).collect();
        owners.put(walk, &starts);
    }
    if owners.is_dense() {
        for (_, walk) in walks {
            if let Some(cover) = &mut Rc::make_mut(walk).cover {
                cover.is_dense = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{cover, fill_gaps};
    use crate::kernel::reading_with_sbo;

    #[test]
    fn walks_of_other_lengths_can_share_units() {
        let mut long = (*reading_with_sbo(128).walk).clone();
        long.cover = cover(&long);
        assert!(long.cover.is_some_and(|cover| !cover.is_dense));
        let mut short = long.clone();
        short.reads.truncate(1);
        // The only read of one starts where the last of the other does.
        let mut both = [(0, Rc::new(long)), (96, Rc::new(short))];
        fill_gaps(&mut both);
        assert!(both[0].1.cover.is_some_and(|cover| !cover.is_dense));
    }
}
