//! The canonical layouts that place the cells of a dump at their actual addresses.

use crate::candidate::Candidate;
use crate::grid::{Grid, Ring};
use crate::places::{Cells, Point, Sample, Tile, most_common};
use swizzle_core::hardware::{ADDRESS_BYTES, Element, LboMode, Major, UNIT_BYTES};
use swizzle_core::law::{Coord, Layout, LayoutParams, Stride, Swizzle, Terms};

/// A canonical layout that fits, before what it leaves open is decided.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fit {
    mode: Mode,
    pub(super) start: u32,
    /// Distance of columns, and whether the dump shows it.
    pub(super) column: (u32, bool),
    /// Distance of groups of rows, and whether the dump shows it.
    pub(super) group: (u32, bool),
    /// Columns or groups of one stage, and bytes from stage to stage, where the tile is a ring.
    pub(super) ring: Option<Ring>,
    /// The law of all of this, but for the ring and the start.
    terms: Terms,
    pub(super) right: u32,
    pub(super) of: u32,
    /// Other phases that fit as well.
    pub(super) is_phase_open: bool,
    /// Start and shift of it and of all that fit as well.
    pub(super) equals: Vec<(u32, u32)>,
}

/// A mode, its direction and its phase: the canonical layout of an atom, whose strides are open.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Mode {
    atom: Layout,
    /// Bytes added to addresses before the XOR if the dump does not have its own.
    shift: u32,
}

pub(super) const fn element(width: u32) -> Element {
    match width {
        1 => Element::U8,
        2 => Element::Bf16,
        _ => Element::Tf32,
    }
}

impl Candidate for Mode {
    fn major(&self) -> Major {
        self.atom.params().major
    }

    fn block(&self) -> (u32, u32) {
        let atom = self.swizzle().atom(self.major());
        (atom.row_units * self.atom.params().element.per_unit(), atom.rows)
    }

    fn rest(&self, cell: Coord, at: u32) -> i64 {
        let exchange = self.atom.terms().exchange;
        let absolute = exchange.physical_from_absolute(at + self.shift);
        i64::from(absolute) - i64::from(self.shift) - i64::from(self.inner_bytes(cell))
    }
}

impl Mode {
    fn new(element: Element, major: Major, swizzle: Swizzle, base_offset: u8, shift: u32) -> Self {
        let atom = Layout::new(LayoutParams {
            element,
            major,
            swizzle,
            start_bytes: 0,
            lbo_bytes: 0,
            sbo_bytes: 0,
            base_offset,
            lbo_mode: LboMode::Relative,
            space: Default::default(),
        });
        Self { atom, shift }
    }

    const fn swizzle(&self) -> Swizzle {
        self.atom.swizzle()
    }

    /// Returns the bytes that the place inside the atom adds: the strides between atoms are 0 here.
    const fn inner_bytes(&self, cell: Coord) -> u32 {
        self.atom.terms().absolute_bits(cell) / 8
    }

    /// A fit with this start and these distances of columns and groups, before anything is compared.
    fn with_strides(&self, start: u32, column: (u32, bool), group: (u32, bool), ring: Option<Ring>) -> Fit {
        let [lbo_bytes, sbo_bytes] = match Stride::of_columns(self.major(), self.swizzle()) {
            Stride::Lbo => [column.0, group.0],
            Stride::Sbo => [group.0, column.0],
        };
        let law = Layout::new(LayoutParams { lbo_bytes, sbo_bytes, ..self.atom.params() });
        Fit {
            mode: *self,
            start,
            column,
            group,
            ring,
            terms: *law.terms(),
            right: 0,
            of: 0,
            is_phase_open: false,
            equals: Vec::new(),
        }
    }

    /// A stride between atoms of which one holds rounded numbers alone: the one by which most of them fit.
    fn guess(
        &self,
        tile: &Tile<'_>,
        cells: &Cells,
        grid: &Grid,
        is_of_columns: bool,
        other_bytes: i64,
    ) -> Option<i64> {
        let count = if is_of_columns { grid.columns } else { grid.groups };
        if !tile.written.is_rounded() || count < 2 {
            return None;
        }
        let known = |column: u32, group: u32| match is_of_columns {
            true => i64::from(group) * other_bytes,
            false => i64::from(column) * other_bytes,
        };
        let start = grid.start(&known)?.0;
        let (width, rows) = self.block();
        let (along, across) = tile.shape.along_and_across(self.major());
        let mut sample = Sample(3);
        let of_second = (0..48).filter_map(|_| {
            let (at_along, at_across) = (sample.below(width), sample.below(rows));
            let (at_along, at_across) =
                if is_of_columns { (at_along + width, at_across) } else { (at_along, at_across + rows) };
            (at_along < along && at_across < across).then(|| Coord::at(self.major(), at_along, at_across))
        });
        let of_second: Vec<Coord> = of_second.collect();
        let end = cells.raw.len() as i64 * i64::from(cells.width);
        let mut best = (0, None);
        for stride in (16..end).step_by(16) {
            let (column, group) = match is_of_columns {
                true => (stride as u32, 0),
                false => (0, stride as u32),
            };
            let start = u32::try_from(start).ok()?;
            let probe = self.with_strides(start, (column, true), (group, true), None);
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

    /// Start and strides by the most votes.
    fn fit(&self, tile: &Tile<'_>, cells: &Cells) -> Option<Fit> {
        let atom = self.swizzle().atom(self.major());
        let (along, across) = tile.shape.along_and_across(self.major());
        let (width, _) = self.block();
        let columns = along.div_ceil(width);
        let groups = across.div_ceil(atom.rows);
        let at = |column: u32, group: u32| (group * columns + column) as usize;
        let mut votes: Vec<Vec<i64>> = vec![Vec::new(); (columns * groups) as usize];
        for Point { cell, at: place } in &tile.points {
            let digits = self.atom.digits_from_element(*cell);
            votes[at(digits.column, digits.group)].push(self.rest(*cell, *place));
        }
        let table: Vec<Option<i64>> =
            (votes.iter_mut()).map(|votes| most_common(votes).map(|(value, _)| value)).collect();
        let grid = Grid { table, columns, groups };
        let column = grid.stride(true);
        let group =
            (grid.stride(false)).or_else(|| self.guess(tile, cells, &grid, false, column.unwrap_or(0)));
        let column = column.or_else(|| self.guess(tile, cells, &grid, true, group.unwrap_or(0)));
        let straight = |column_bytes: i64, group_bytes: i64| {
            move |column: u32, group: u32| i64::from(column) * column_bytes + i64::from(group) * group_bytes
        };
        let (column_bytes, group_bytes) = (column.unwrap_or(0), group.unwrap_or(0));
        let (_, is_straight) = grid.start(&straight(column_bytes, group_bytes))?;
        let ring = if is_straight { None } else { grid.ring(column_bytes, group_bytes) };
        // A stage of one column or group does not show how the next one would follow.
        let is_shown = |is_of_columns: bool, stride: Option<i64>| {
            let is_single = ring.is_some_and(|ring| ring.is_of_columns == is_of_columns && ring.count == 1);
            stride.filter(|_| !is_single)
        };
        let shown_group = is_shown(false, group);
        let shown_column = is_shown(true, column);
        let (along_of_matrix, across_of_matrix) = tile.matrix.along_and_across(self.major());
        let is_cut = tile.origin == Coord { mn: 0, k: 0 } && tile.is_cut(cells);
        let groups_of_matrix = across_of_matrix.div_ceil(atom.rows);
        let groups_of_stage = match ring {
            Some(ring) if !ring.is_of_columns => ring.count,
            _ if is_cut => groups_of_matrix,
            _ => groups,
        };
        // Adjacent columns have the next group behind them.
        let columns_of_matrix = along_of_matrix.div_ceil(width);
        let packed_group = match shown_column {
            Some(bytes) if is_cut && bytes == i64::from(atom.bytes()) && groups_of_matrix > 1 => {
                bytes * i64::from(columns_of_matrix)
            }
            _ => i64::from(atom.bytes()),
        };
        let packed_column = shown_group.unwrap_or(packed_group) * i64::from(groups_of_stage);
        let column_bytes = shown_column.unwrap_or(packed_column);
        let group_bytes = shown_group.unwrap_or(packed_group);
        let start = match ring {
            None => grid.start(&straight(column_bytes, group_bytes))?.0,
            Some(ring) => {
                let offset = |column, group| ring.offset(column, group, column_bytes, group_bytes);
                grid.start(&offset)?.0
            }
        };
        let bytes = |value: i64| {
            let is_field =
                (0..i64::from(ADDRESS_BYTES)).contains(&value) && value % i64::from(UNIT_BYTES) == 0;
            is_field.then_some(value as u32)
        };
        let column = (bytes(column_bytes)?, shown_column.is_some());
        let group = (bytes(group_bytes)?, shown_group.is_some());
        let mut fit = self.with_strides(u32::try_from(start).ok()?, column, group, ring);
        fit.equals.push((fit.start, self.shift));
        (fit.right, fit.of) = tile.right(cells, |cell| fit.address(cell));
        Some(fit)
    }
}

impl Fit {
    pub(super) fn major(&self) -> Major {
        self.mode.major()
    }

    pub(super) const fn swizzle(&self) -> Swizzle {
        self.mode.swizzle()
    }

    pub(super) const fn base_offset(&self) -> u8 {
        self.mode.atom.params().base_offset
    }

    /// The shared address of a cell of the tile.
    pub(super) fn address(&self, cell: Coord) -> i64 {
        let inner = self.mode.inner_bytes(cell);
        let offset = match self.ring {
            Some(ring) => {
                let digits = self.mode.atom.digits_from_element(cell);
                let (column, group) = (i64::from(self.column.0), i64::from(self.group.0));
                ring.offset(digits.column, digits.group, column, group) + i64::from(inner)
            }
            None => i64::from(self.terms.offset_bits(cell) / 8),
        };
        let (slot, shift) = (inner % UNIT_BYTES, i64::from(self.mode.shift));
        let absolute = i64::from(self.start) + offset - i64::from(slot) + shift;
        let Ok(absolute) = u32::try_from(absolute) else {
            return -1;
        };
        let physical = self.absolute_from_physical(absolute);
        i64::from(physical) - shift + i64::from(slot)
    }

    /// The exchange, which undoes itself, of a shifted address.
    const fn absolute_from_physical(&self, bytes: u32) -> u32 {
        self.mode.atom.terms().exchange.physical_from_absolute(bytes)
    }

    /// The address before the XOR of a cell.
    pub(super) fn absolute(&self, cell: Coord) -> Option<u32> {
        let shifted = self.address(cell) + i64::from(self.mode.shift);
        self.absolute_from_physical(u32::try_from(shifted).ok()?).checked_sub(self.mode.shift)
    }

    /// LBO and SBO, each with whether the dump shows it.
    pub(super) fn strides(&self) -> [(u32, bool); 2] {
        match Stride::of_columns(self.major(), self.swizzle()) {
            Stride::Lbo => [self.column, self.group],
            Stride::Sbo => [self.group, self.column],
        }
    }
}

/// Returns the bytes missing to a multiple of 16 if the dump has no address: units begin at multiples of 16.
fn residue(tile: &Tile<'_>, cells: &Cells, major: Major) -> u32 {
    let residues = tile.points.iter().map(|Point { cell, at }| {
        let (along, _) = cell.along_and_across(major);
        let in_unit = along * cells.width % UNIT_BYTES;
        i64::from((in_unit + UNIT_BYTES - at % UNIT_BYTES) % UNIT_BYTES)
    });
    let mut residues: Vec<i64> = residues.take(256).collect();
    most_common(&mut residues).map_or(0, |(residue, _)| residue as u32)
}

/// All canonical layouts that fit a good part of the tile, one of each mode and major.
pub(super) async fn canonical_fits(tile: &Tile<'_>, cells: &Cells, pause: &impl AsyncFn()) -> Vec<Fit> {
    let mut found = Vec::new();
    for modes in modes(tile, cells) {
        let shares = modes.into_iter().map(|mode| (mode.share(tile), mode));
        let shares: Vec<(u32, Mode)> = shares.collect();
        let most = shares.iter().map(|(share, _)| *share).max().unwrap_or(0);
        let mut best: Option<Fit> = None;
        let plausible = shares.iter().filter(|(share, _)| *share > most / 2);
        pause().await;
        for mut fit in plausible.filter_map(|(_, mode)| mode.fit(tile, cells)) {
            pause().await;
            match &mut best {
                Some(best) if best.right == fit.right => {
                    best.is_phase_open = true;
                    best.equals.append(&mut fit.equals);
                }
                Some(best) if best.right > fit.right => {}
                best => {
                    fit.is_phase_open = false;
                    *best = Some(fit);
                }
            }
        }
        found.extend(best);
    }
    found
}

/// How many of a thousand cells agree under the mode that fits best, by a sample.
pub(super) fn plausibility(tile: &Tile<'_>, cells: &Cells) -> u32 {
    let all = modes(tile, cells).into_iter().flatten();
    all.map(|mode| mode.share(tile)).max().unwrap_or(0)
}

/// The modes that are tried, each with every phase.
fn modes(tile: &Tile<'_>, cells: &Cells) -> Vec<Vec<Mode>> {
    let element = element(cells.width);
    let swizzles = [Swizzle::B128, Swizzle::B64, Swizzle::B32, Swizzle::None, Swizzle::B128Atom32];
    let residues = [Major::K, Major::Mn].map(|major| residue(tile, cells, major));
    let mut all = Vec::new();
    for swizzle in swizzles {
        for (major, residue) in [Major::K, Major::Mn].into_iter().zip(residues) {
            // The 32B-atom mode is for transposed 32-bit elements, and its base offset was never tried.
            let is_atom32 = swizzle == Swizzle::B128Atom32;
            if is_atom32 && (element != Element::Tf32 || major == Major::K) {
                continue;
            }
            let phases = 1_u32 << swizzle.xor().bits;
            let count = match (cells.has_address, is_atom32) {
                (true, true) => 1,
                (true, false) => phases,
                (false, _) if phases == 1 => 1,
                (false, _) => phases * 8,
            };
            let mode = |number: u32| match cells.has_address {
                true => Mode::new(element, major, swizzle, number as u8, 0),
                false => Mode::new(element, major, swizzle, 0, number * UNIT_BYTES + residue),
            };
            all.push((0..count).map(mode).collect());
        }
    }
    all
}

/// The same layout of more of the tile, in the phases that still fit.
pub(super) fn fitted_again(fit: &Fit, tile: &Tile<'_>, cells: &Cells) -> Option<Fit> {
    let mut best: Option<Fit> = None;
    for (_, shift) in &fit.equals {
        let mode = Mode { shift: *shift, ..fit.mode };
        let Some(mut again) = mode.fit(tile, cells) else {
            continue;
        };
        match &mut best {
            Some(best) if best.right == again.right => best.equals.append(&mut again.equals),
            Some(best) if best.right > again.right => {}
            best => *best = Some(again),
        }
    }
    let mut again = best?;
    again.is_phase_open = fit.is_phase_open;
    Some(again)
}

impl Fit {
    /// The addresses that the tile's first cell may have before the XOR, modulo the pattern, where the dump tells none.
    pub(super) fn phases(&self) -> Vec<u32> {
        let pattern = self.swizzle().pattern_bytes();
        let absolute = |(start, shift): &(u32, u32)| start.wrapping_add(*shift) % pattern;
        let mut phases: Vec<u32> = self.equals.iter().map(absolute).collect();
        phases.sort_unstable();
        phases.dedup();
        phases
    }
}
