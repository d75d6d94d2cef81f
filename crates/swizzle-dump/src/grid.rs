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

/// The start of each block, as far as the dump shows it.
pub(super) struct Grid {
    pub(super) table: Vec<Option<i64>>,
    /// Columns, and groups.
    pub(super) size: [u32; 2],
}

impl Grid {
    fn at(&self, [column, group]: [u32; 2]) -> Option<i64> {
        let [columns, groups] = self.size;
        if column >= columns || group >= groups {
            return None;
        }
        self.table[(group * columns + column) as usize]
    }

    /// The column and group of each block, and its start, where that is known.
    fn known(&self) -> impl Iterator<Item = ([u32; 2], i64)> {
        let columns = self.size[COLUMN];
        let places = (0..).map(move |at| [at % columns, at / columns]);
        places.zip(&self.table).filter_map(|(place, start)| Some((place, (*start)?)))
    }

    /// The distance of neighbours along one side that most of them have.
    pub(super) fn stride(&self, side: usize) -> Option<i64> {
        let step = |(mut place, start): ([u32; 2], i64)| {
            place[side] += 1;
            Some(self.at(place)? - start)
        };
        let mut steps: Vec<i64> = self.known().filter_map(step).collect();
        most_common(&mut steps).map(|(step, _)| step)
    }

    /// The start that most blocks agree on, and whether all do.
    pub(super) fn start(&self, steps: &Steps) -> Option<(i64, bool)> {
        let mut starts: Vec<i64> = self.known().map(|(at, start)| start - steps.offset(at)).collect();
        let all = starts.len();
        most_common(&mut starts).map(|(start, count)| (start, count == all))
    }

    /// A ring of stages in which every block is at its expected address.
    pub(super) fn ring(&self, by: [i64; 2]) -> Option<Ring> {
        let first = self.at([0, 0])?;
        [COLUMN, GROUP].into_iter().find_map(|side| {
            let end = self.size[side];
            (1..end).filter(|count| end.is_multiple_of(*count)).find_map(|count| {
                let mut second = [0, 0];
                second[side] = count;
                let bytes = u32::try_from(self.at(second)? - first).ok()?;
                let ring = Some(Ring { side, count, bytes });
                self.start(&Steps { by, ring }).filter(|(_, is_all)| *is_all).and(ring)
            })
        })
    }
}
