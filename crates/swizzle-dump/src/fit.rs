//! The layouts that place the cells of a dump at their actual addresses.

use super::*;
use swizzle_core::law::Stride;

/// A layout that fits, before what it leaves open is decided.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fit {
    pub(super) candidate: Candidate,
    pub(super) start: u32,
    pub(super) steps: Steps,
    /// Whether the dump shows the distance of columns, and that of groups.
    shown: [bool; 2],
    pub(super) right: u32,
    pub(super) of: u32,
    /// Start and shift of it and of all that fit as well.
    pub(super) equals: Vec<(u32, u32)>,
}

impl Candidate {
    /// Start and distances by the most votes.
    pub(super) fn fit(&self, tile: &Tile<'_>) -> Option<Fit> {
        let (along, across) = tile.shape.along_and_across(self.major);
        let (columns, groups) = (along.div_ceil(self.cells.0), across.div_ceil(self.cells.1));
        let mut votes: Vec<Vec<i64>> = vec![Vec::new(); (columns * groups) as usize];
        for Point { cell, at } in &tile.points {
            let (column, group) = self.place(*cell);
            votes[(group * columns + column) as usize].push(self.rest(*cell, *at));
        }
        let table = votes.iter_mut().map(|votes| most_common(votes).map(|(start, _)| start));
        let grid = Grid { table: table.collect(), columns, groups };
        let (steps, shown) = match self.block {
            Block::Atom(swizzle, _) => self.steps_of_atoms(swizzle, tile, &grid)?,
            Block::Row(..) => {
                let group = grid.stride(false).filter(|pitch| *pitch > 0)?;
                (Steps { column: grid.stride(true).unwrap_or(0), group, ring: None }, [true; 2])
            }
        };
        let start = u32::try_from(grid.start(&steps)?.0).ok()?;
        let is_distance = |bytes: i64| u32::try_from(bytes).is_ok();
        if !is_distance(steps.column) || !is_distance(steps.group) {
            return None;
        }
        let mut fit = self.with_steps(start, steps, shown);
        (fit.right, fit.of) = tile.right(|cell| fit.address(cell));
        Some(fit)
    }

    /// A fit with this start and these distances, before anything is compared.
    fn with_steps(&self, start: u32, steps: Steps, shown: [bool; 2]) -> Fit {
        Fit { candidate: *self, start, steps, shown, right: 0, of: 0, equals: vec![(start, self.shift)] }
    }

    /// The distances of atoms, each with whether the dump shows it; others are those of a packed tile.
    fn steps_of_atoms(&self, swizzle: Swizzle, tile: &Tile<'_>, grid: &Grid) -> Option<(Steps, [bool; 2])> {
        let atom = swizzle.atom(self.major);
        let column = grid.stride(true);
        let group = grid.stride(false).or_else(|| self.guess(tile, grid, false, column.unwrap_or(0)));
        let column = column.or_else(|| self.guess(tile, grid, true, group.unwrap_or(0)));
        let (column_bytes, group_bytes) = (column.unwrap_or(0), group.unwrap_or(0));
        let straight = Steps { column: column_bytes, group: group_bytes, ring: None };
        let (_, is_straight) = grid.start(&straight)?;
        let ring = if is_straight { None } else { grid.ring(column_bytes, group_bytes) };
        // A stage of one column or group does not show how the next one would follow.
        let is_shown = |is_of_columns: bool, stride: Option<i64>| {
            let is_single = ring.is_some_and(|ring| ring.is_of_columns == is_of_columns && ring.count == 1);
            stride.filter(|_| !is_single)
        };
        let (shown_group, shown_column) = (is_shown(false, group), is_shown(true, column));
        let (along_of_matrix, across_of_matrix) = tile.matrix.along_and_across(self.major);
        let is_cut = tile.origin == FIRST && tile.is_cut();
        let groups_of_matrix = across_of_matrix.div_ceil(atom.rows);
        let groups_of_stage = match ring {
            Some(ring) if !ring.is_of_columns => ring.count,
            _ if is_cut => groups_of_matrix,
            _ => grid.groups,
        };
        // Adjacent columns have the next group behind them.
        let packed_group = match shown_column {
            Some(bytes) if is_cut && bytes == i64::from(atom.bytes()) && groups_of_matrix > 1 => {
                bytes * i64::from(along_of_matrix.div_ceil(self.cells.0))
            }
            _ => i64::from(atom.bytes()),
        };
        let group = shown_group.unwrap_or(packed_group);
        let packed_column = group * i64::from(groups_of_stage);
        let column = shown_column.unwrap_or(packed_column);
        let is_field =
            |bytes: i64| (0..i64::from(ADDRESS_BYTES)).contains(&bytes) && bytes % i64::from(UNIT_BYTES) == 0;
        let is_legal = is_field(column) && is_field(group);
        let steps = Steps { column, group, ring };
        is_legal.then_some((steps, [shown_column.is_some(), shown_group.is_some()]))
    }

    /// A stride between atoms of which one holds rounded numbers alone: the one by which most of them fit.
    fn guess(&self, tile: &Tile<'_>, grid: &Grid, is_of_columns: bool, other: i64) -> Option<i64> {
        let Certain { cells, written, .. } = tile.certain;
        let count = if is_of_columns { grid.columns } else { grid.groups };
        if !written.is_rounded() || count < 2 {
            return None;
        }
        let steps = |stride: i64| {
            let (column, group) = if is_of_columns { (stride, other) } else { (other, stride) };
            Steps { column, group, ring: None }
        };
        let start = u32::try_from(grid.start(&steps(0))?.0).ok()?;
        let (width, rows) = self.cells;
        let (along, across) = tile.shape.along_and_across(self.major);
        let mut sample = Sample(3);
        let of_second = (0..48).filter_map(|_| {
            let (at_along, at_across) = (sample.below(width), sample.below(rows));
            let (at_along, at_across) =
                if is_of_columns { (at_along + width, at_across) } else { (at_along, at_across + rows) };
            (at_along < along && at_across < across).then(|| Coord::at(self.major, at_along, at_across))
        });
        let of_second: Vec<Coord> = of_second.collect();
        let end = cells.raw.len() as i64 * i64::from(cells.width);
        let mut best = (0, None);
        for stride in (16..end).step_by(16) {
            let probe = self.with_steps(start, steps(stride), [true; 2]);
            let is_right = |cell: &&Coord| {
                let raw = cells.at(probe.address(**cell));
                raw.is_some_and(|raw| tile.is(raw, **cell))
            };
            let right = of_second.iter().filter(is_right).count();
            if right > best.0 {
                best = (right, Some(stride));
            }
        }
        best.1.filter(|_| best.0 * 2 > of_second.len())
    }
}

impl Fit {
    /// The address of a cell of the tile before any exchange; `None` outside of shared memory.
    pub(super) fn absolute(&self, cell: Coord) -> Option<u32> {
        u32::try_from(self.offset(cell)).ok()
    }

    fn offset(&self, cell: Coord) -> i64 {
        let one = &self.candidate;
        i64::from(self.start) + self.steps.offset(one.place(cell)) + i64::from(one.inside(cell))
    }

    /// The shared address of a cell of the tile.
    pub(super) fn address(&self, cell: Coord) -> i64 {
        self.candidate.exchanged(self.offset(cell) + self.candidate.moved(cell))
    }

    /// LBO and SBO of a mode, each with whether the dump shows it.
    pub(super) fn strides(&self, swizzle: Swizzle) -> [(u32, bool); 2] {
        let [columns, groups] = self.shown;
        let (column, group) = ((self.steps.column as u32, columns), (self.steps.group as u32, groups));
        match Stride::of_columns(self.candidate.major, swizzle) {
            Stride::Lbo => [column, group],
            Stride::Sbo => [group, column],
        }
    }

    /// The addresses that the tile's first cell may have before the XOR, modulo the pattern, where the dump tells none.
    pub(super) fn phases(&self, pattern_bytes: u32) -> Vec<u32> {
        let absolute = |(start, shift): &(u32, u32)| start.wrapping_add(*shift) % pattern_bytes;
        let mut phases: Vec<u32> = self.equals.iter().map(absolute).collect();
        phases.sort_unstable();
        phases.dedup();
        phases
    }

    /// Stages, and bytes from one to the next, where the tile is a ring of them.
    pub(super) fn stages(&self, tile: &Tile<'_>) -> Option<(u32, u32)> {
        let Ring { is_of_columns, count, bytes } = self.steps.ring?;
        let (along, across) = tile.shape.along_and_across(self.candidate.major);
        let (width, rows) = self.candidate.cells;
        let all = if is_of_columns { along.div_ceil(width) } else { across.div_ceil(rows) };
        Some((all.div_ceil(count), bytes))
    }

    /// Whether most cells that it places, and most certain cells, are at the expected address.
    pub(super) const fn fits_well(&self, tile: &Tile<'_>) -> bool {
        self.right as u64 * 2 > self.of as u64 && self.right as usize * 2 > tile.points.len()
    }

    /// Keeps the better one; of two that are as good the first, with the start and shift of both.
    pub(super) fn better(best: Option<Self>, mut other: Self) -> Option<Self> {
        let Some(mut best) = best else { return Some(other) };
        match best.right.cmp(&other.right) {
            std::cmp::Ordering::Less => Some(other),
            std::cmp::Ordering::Equal => {
                best.equals.append(&mut other.equals);
                Some(best)
            }
            std::cmp::Ordering::Greater => Some(best),
        }
    }

    /// The same layout of more of the tile, in the phases that still fit.
    pub(super) fn again(&self, tile: &Tile<'_>) -> Option<Self> {
        let shifted = self.equals.iter().map(|(_, shift)| Candidate { shift: *shift, ..self.candidate });
        shifted.filter_map(|one| one.fit(tile)).fold(None, Self::better)
    }
}
