//! The start of each atom of a tile, and the strides and stages that follow.

use crate::places::most_common;

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

impl Ring {
    /// Bytes from the start to a column and group.
    pub(crate) fn offset(&self, column: u32, group: u32, column_bytes: i64, group_bytes: i64) -> i64 {
        let (dealt, other) = if self.is_of_columns { (column, group) } else { (group, column) };
        let (of_dealt, of_other) =
            if self.is_of_columns { (column_bytes, group_bytes) } else { (group_bytes, column_bytes) };
        i64::from(dealt % self.count) * of_dealt
            + i64::from(dealt / self.count) * i64::from(self.bytes)
            + i64::from(other) * of_other
    }
}

/// The start of each atom, as far as the dump shows it.
pub(super) struct Grid {
    pub(super) table: Vec<Option<i64>>,
    pub(super) columns: u32,
    pub(super) groups: u32,
}

impl Grid {
    fn at(&self, column: u32, group: u32) -> Option<i64> {
        if column >= self.columns || group >= self.groups {
            return None;
        }
        self.table[(group * self.columns + column) as usize]
    }

    /// The distance of neighbours along one side that most of them have.
    pub(super) fn stride(&self, is_of_columns: bool) -> Option<i64> {
        let mut steps = Vec::new();
        for group in 0..self.groups {
            for column in 0..self.columns {
                let next =
                    if is_of_columns { self.at(column + 1, group) } else { self.at(column, group + 1) };
                if let (Some(one), Some(next)) = (self.at(column, group), next) {
                    steps.push(next - one);
                }
            }
        }
        most_common(&mut steps).map(|(step, _)| step)
    }

    /// The start that most atoms agree on, and whether all do.
    pub(super) fn start(&self, offset: &dyn Fn(u32, u32) -> i64) -> Option<(i64, bool)> {
        let mut starts = Vec::new();
        for group in 0..self.groups {
            for column in 0..self.columns {
                if let Some(rest) = self.at(column, group) {
                    starts.push(rest - offset(column, group));
                }
            }
        }
        let all = starts.len();
        most_common(&mut starts).map(|(start, count)| (start, count == all))
    }

    /// A ring of stages in which every atom is at its expected address.
    pub(super) fn ring(&self, column_bytes: i64, group_bytes: i64) -> Option<Ring> {
        for is_of_columns in [true, false] {
            let end = if is_of_columns { self.columns } else { self.groups };
            for count in (1..end).filter(|count| end.is_multiple_of(*count)) {
                let first = self.at(0, 0);
                let second = if is_of_columns { self.at(count, 0) } else { self.at(0, count) };
                let (Some(first), Some(second)) = (first, second) else {
                    continue;
                };
                let Ok(bytes) = u32::try_from(second - first) else {
                    continue;
                };
                let ring = Ring { is_of_columns, count, bytes };
                let offset = |column, group| ring.offset(column, group, column_bytes, group_bytes);
                if self.start(&offset).is_some_and(|(_, all)| all) {
                    return Some(ring);
                }
            }
        }
        None
    }
}
