//! The start of each block of a tile, and the distances and stages that follow.

use super::*;

/// Blocks of the matrix in stages of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ring {
    /// The side that is dealt out: columns, or groups.
    pub(super) side: usize,
    /// Columns or groups in one stage.
    pub(super) count: u32,
    /// Bytes from one stage to the next.
    pub(super) bytes: u32,
}

/// The side of columns, along the contiguous dimension, and that of groups, across it.
pub(super) const COLUMN: usize = 0;
pub(super) const GROUP: usize = 1;

/// Bytes from block to block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Steps {
    /// From column to column, and from group to group.
    pub(super) by: [i64; 2],
    /// The stages, where the tile is a ring of them.
    pub(super) ring: Option<Ring>,
}

impl Steps {
    /// Bytes from the start to a column and group.
    pub(super) fn offset(&self, mut place: [u32; 2]) -> i64 {
        let mut of_stages = 0;
        if let Some(Ring { side, count, bytes }) = self.ring {
            of_stages = i64::from(place[side] / count) * i64::from(bytes);
            place[side] %= count;
        }
        of_stages + i64::from(place[COLUMN]) * self.by[COLUMN] + i64::from(place[GROUP]) * self.by[GROUP]
    }
}

/// The start of each block, by column and group, as far as the dump shows it.
pub(super) struct Grid {
    pub(super) starts: BTreeMap<[u32; 2], i64>,
    /// Columns, and groups.
    pub(super) size: [u32; 2],
}

impl Grid {
    /// The distance of neighbours along one side that most of them have.
    pub(super) fn stride(&self, side: usize) -> Option<i64> {
        let step = |(place, start): (&[u32; 2], &i64)| {
            let mut next = *place;
            next[side] += 1;
            Some(self.starts.get(&next)? - start)
        };
        most_common(self.starts.iter().filter_map(step)).map(|(step, _)| step)
    }

    /// The start that most blocks agree on, and whether all do.
    pub(super) fn start(&self, steps: &Steps) -> Option<(i64, bool)> {
        let starts = self.starts.iter().map(|(place, start)| start - steps.offset(*place));
        most_common(starts).map(|(start, count)| (start, count == self.starts.len()))
    }

    /// A ring of stages in which every block is at its expected address.
    pub(super) fn ring(&self, by: [i64; 2]) -> Option<Ring> {
        let first = self.starts.get(&[0, 0])?;
        [COLUMN, GROUP].into_iter().find_map(|side| {
            let end = self.size[side];
            (1..end).filter(|count| end.is_multiple_of(*count)).find_map(|count| {
                let mut second = [0, 0];
                second[side] = count;
                let bytes = u32::try_from(self.starts.get(&second)? - first).ok()?;
                let ring = Some(Ring { side, count, bytes });
                self.start(&Steps { by, ring }).filter(|(_, is_all)| *is_all).and(ring)
            })
        })
    }
}
