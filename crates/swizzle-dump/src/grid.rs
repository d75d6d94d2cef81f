//! The start of each block of a tile, and the distances and stages that follow.

use super::*;

/// Blocks of the matrix in stages of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ring {
    /// Whether columns are dealt out, and not groups.
    pub(super) is_of_columns: bool,
    /// Columns or groups in one stage.
    pub(super) count: u32,
    /// Bytes from one stage to the next.
    pub(super) bytes: u32,
}

/// Bytes from block to block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Steps {
    /// From column to column.
    pub(super) column: i64,
    /// From group to group.
    pub(super) group: i64,
    /// The stages, where the tile is a ring of them.
    pub(super) ring: Option<Ring>,
}

impl Steps {
    /// Bytes from the start to a column and group.
    pub(super) fn offset(&self, (column, group): (u32, u32)) -> i64 {
        let [column_in_stage, group_in_stage, stage] = match self.ring {
            Some(Ring { is_of_columns: true, count, .. }) => [column % count, group, column / count],
            Some(Ring { is_of_columns: false, count, .. }) => [column, group % count, group / count],
            None => [column, group, 0],
        };
        i64::from(column_in_stage) * self.column
            + i64::from(group_in_stage) * self.group
            + i64::from(stage) * self.ring.map_or(0, |ring| ring.bytes.into())
    }
}

/// The start of each block, as far as the dump shows it.
pub(super) struct Grid {
    pub(super) table: Vec<Option<i64>>,
    pub(super) columns: u32,
    pub(super) groups: u32,
}

impl Grid {
    fn at(&self, (column, group): (u32, u32)) -> Option<i64> {
        if column >= self.columns || group >= self.groups {
            return None;
        }
        self.table[(group * self.columns + column) as usize]
    }

    /// The column and group of each block, and its start, where that is known.
    fn known(&self) -> impl Iterator<Item = ((u32, u32), i64)> {
        let places = (0..).map(|at| (at % self.columns, at / self.columns));
        places.zip(&self.table).filter_map(|(place, start)| Some((place, (*start)?)))
    }

    /// The distance of neighbours along one side that most of them have.
    pub(super) fn stride(&self, is_of_columns: bool) -> Option<i64> {
        let step = |((column, group), start): ((u32, u32), i64)| {
            let next = if is_of_columns { (column + 1, group) } else { (column, group + 1) };
            Some(self.at(next)? - start)
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
    pub(super) fn ring(&self, column: i64, group: i64) -> Option<Ring> {
        let first = self.at((0, 0))?;
        [(true, self.columns), (false, self.groups)].into_iter().find_map(|(is_of_columns, end)| {
            (1..end).filter(|count| end.is_multiple_of(*count)).find_map(|count| {
                let second = self.at(if is_of_columns { (count, 0) } else { (0, count) })?;
                let ring = Ring { is_of_columns, count, bytes: u32::try_from(second - first).ok()? };
                let (_, is_all) = self.start(&Steps { column, group, ring: Some(ring) })?;
                is_all.then_some(ring)
            })
        })
    }
}
