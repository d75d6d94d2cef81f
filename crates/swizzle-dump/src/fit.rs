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
    /// Columns and groups of a tile.
    fn blocks(&self, extent: Extent) -> [u32; 2] {
        let cells = self.sides(extent);
        [COLUMN, GROUP].map(|side| cells[side].div_ceil(self.cells[side]))
    }

    /// Start and distances by the most votes.
    pub(super) fn fit(&self, tile: &Tile<'_>) -> Option<Fit> {
        let mut votes: BTreeMap<[u32; 2], Vec<i64>> = BTreeMap::new();
        for Point { cell, at } in &tile.points {
            votes.entry(self.place(*cell)).or_default().push(self.rest(*cell, *at));
        }
        let starts = votes.into_iter().filter_map(|(place, votes)| Some((place, most_common(votes)?.0)));
        let grid = Grid { starts: starts.collect(), size: self.blocks(tile.shape) };
        let (steps, shown) = match self.block {
            Block::Atom(swizzle, _) => self.steps_of_atoms(swizzle, tile, &grid)?,
            Block::Row(..) => {
                let pitch = grid.stride(GROUP).filter(|pitch| *pitch > 0)?;
                (Steps { by: [grid.stride(COLUMN).unwrap_or(0), pitch], ring: None }, [true; 2])
            }
        };
        let start = u32::try_from(grid.start(&steps)?.0).ok()?;
        if steps.by.iter().any(|bytes| u32::try_from(*bytes).is_err()) {
            return None;
        }
        let mut fit = self.with_steps(start, steps, shown);
        (fit.right, fit.of) = tile.right(coords(tile.shape), |cell| fit.address(cell));
        Some(fit)
    }

    /// A fit with this start and these distances, before anything is compared.
    fn with_steps(&self, start: u32, steps: Steps, shown: [bool; 2]) -> Fit {
        Fit { candidate: *self, start, steps, shown, right: 0, of: 0, equals: vec![(start, self.shift)] }
    }

    /// The distances of atoms, each with whether the dump shows it; others are those of a packed tile.
    fn steps_of_atoms(&self, swizzle: Swizzle, tile: &Tile<'_>, grid: &Grid) -> Option<(Steps, [bool; 2])> {
        let mut strides = [COLUMN, GROUP].map(|side| grid.stride(side));
        for side in [GROUP, COLUMN] {
            strides[side] = strides[side].or_else(|| self.guess(tile, grid, side, strides));
        }
        let by = strides.map(Option::unwrap_or_default);
        let (_, is_straight) = grid.start(&Steps { by, ring: None })?;
        let ring = if is_straight { None } else { grid.ring(by) };
        // A stage of one column or group does not show how the next one would follow.
        if let Some(Ring { side, count: 1, .. }) = ring {
            strides[side] = None;
        }
        let [column, group] = strides;
        let [columns_of_matrix, groups_of_matrix] = self.blocks(tile.matrix);
        let is_cut = tile.origin == FIRST && tile.is_cut();
        let groups_of_stage = match ring {
            Some(Ring { side: GROUP, count, .. }) => count,
            _ if is_cut => groups_of_matrix,
            _ => grid.size[GROUP],
        };
        let atom = i64::from(swizzle.atom(self.major).bytes());
        // Adjacent columns have the next group behind them.
        let is_behind = is_cut && column == Some(atom) && groups_of_matrix > 1;
        let packed_group = if is_behind { atom * i64::from(columns_of_matrix) } else { atom };
        let by_group = group.unwrap_or(packed_group);
        let by = [column.unwrap_or(by_group * i64::from(groups_of_stage)), by_group];
        let is_field =
            |bytes: &i64| (0..i64::from(ADDRESS_BYTES)).contains(bytes) && bytes % i64::from(UNIT_BYTES) == 0;
        by.iter().all(is_field).then_some((Steps { by, ring }, strides.map(|stride| stride.is_some())))
    }

    /// A stride between atoms of which one holds rounded numbers alone: the one by which most of them fit.
    fn guess(&self, tile: &Tile<'_>, grid: &Grid, side: usize, strides: [Option<i64>; 2]) -> Option<i64> {
        let Certain { cells, written, .. } = tile.certain;
        if !written.is_rounded() || grid.size[side] < 2 {
            return None;
        }
        let steps = |stride: i64| {
            let mut by = strides.map(Option::unwrap_or_default);
            by[side] = stride;
            Steps { by, ring: None }
        };
        let start = u32::try_from(grid.start(&steps(0))?.0).ok()?;
        let (mut sample, mut second) = (Sample(3), [0, 0]);
        second[side] = 1;
        let of_second = (0..48).map(|_| self.sampled(second, &mut sample));
        let of_second: Vec<Coord> = of_second.filter(|cell| tile.shape.contains(*cell)).collect();
        let end = cells.raw.len() as i64 * i64::from(cells.width);
        let right = |stride: i64| {
            let probe = self.with_steps(start, steps(stride), [true; 2]);
            tile.right(of_second.iter().copied(), |cell| probe.address(cell)).0
        };
        // Of those by which as many fit, the shortest.
        let rated = (16..end).step_by(16).map(|stride| (right(stride), Reverse(stride)));
        let (right, Reverse(stride)) = rated.max()?;
        (right as usize * 2 > of_second.len()).then_some(stride)
    }
}

impl Fit {
    /// Where the block of a cell of the tile begins, before any exchange.
    fn block(&self, cell: Coord) -> i64 {
        i64::from(self.start) + self.steps.offset(self.candidate.place(cell))
    }

    /// The address of a cell of the tile before any exchange; `None` outside of shared memory.
    pub(super) fn absolute(&self, cell: Coord) -> Option<u32> {
        u32::try_from(self.block(cell) + i64::from(self.candidate.inside(cell))).ok()
    }

    /// The shared address of a cell of the tile.
    pub(super) fn address(&self, cell: Coord) -> i64 {
        self.candidate.exchanged(self.block(cell) + self.candidate.moved(cell))
    }

    /// LBO and SBO of a mode, each with whether the dump shows it.
    pub(super) fn strides(&self, swizzle: Swizzle) -> [(u32, bool); 2] {
        let mut strides = [COLUMN, GROUP].map(|side| (self.steps.by[side] as u32, self.shown[side]));
        if Stride::of_columns(self.candidate.major, swizzle) == Stride::Sbo {
            strides.reverse();
        }
        strides
    }

    /// The addresses that the tile's first cell may have before the XOR, modulo the pattern, where the dump tells none.
    pub(super) fn phases(&self, pattern_bytes: u32) -> Vec<u32> {
        let absolute = |(start, shift): &(u32, u32)| start.wrapping_add(*shift) % pattern_bytes;
        self.equals.iter().map(absolute).collect::<BTreeSet<u32>>().into_iter().collect()
    }

    /// Stages, and bytes from one to the next, where the tile is a ring of them.
    pub(super) fn stages(&self, tile: &Tile<'_>) -> Option<(u32, u32)> {
        let Ring { side, count, bytes } = self.steps.ring?;
        Some((self.candidate.blocks(tile.shape)[side].div_ceil(count), bytes))
    }

    /// Whether most cells that it places, and most certain cells, are at the expected address.
    pub(super) const fn fits_well(&self, tile: &Tile<'_>) -> bool {
        self.right as u64 * 2 > self.of as u64 && self.right as usize * 2 > tile.points.len()
    }

    /// The better one; of two that are as good the first, with the start and shift of both.
    pub(super) fn better(best: Option<Self>, mut other: Self) -> Self {
        let Some(mut best) = best.filter(|best| best.right >= other.right) else { return other };
        if best.right == other.right {
            best.equals.append(&mut other.equals);
        }
        best
    }

    /// The candidates of the same law in the phases that fit.
    pub(super) fn again(&self) -> Vec<Candidate> {
        self.equals.iter().map(|(_, shift)| Candidate { shift: *shift, ..self.candidate }).collect()
    }
}
