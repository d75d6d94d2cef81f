//! The layouts that are tried on a dump: blocks of cells whose distances only the layout decides.

use super::*;
use swizzle_core::{
    hardware::AddressSpace,
    law::{self, Axis, Count, Part, Source, Terms, Xor},
};

/// How the 16-byte units of a row are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exchange {
    /// Not at all.
    None,
    /// `unit ^ (row / 2^shift & 2^bits − 1)`, rows counted from the buffer.
    Xor {
        /// Rows that share a phase, as a power of two.
        shift: u32,
        /// Bits of the mask.
        bits: u32,
    },
    /// `(unit + row / 2^shift) mod units of a row`.
    Rotation {
        /// Rows that share a phase, as a power of two.
        shift: u32,
    },
    /// `Swizzle<B,M,S>` on shared addresses.
    Address(Xor),
}

impl Exchange {
    /// Returns the exchange by which a canonical writer puts a unit of a row, of as many bytes as its mode has, in a slot.
    pub(super) const fn of_mode(swizzle: Swizzle) -> Self {
        match swizzle.xor().bits {
            0 => Self::None,
            bits => Self::Xor { shift: 3 - bits, bits },
        }
    }

    /// How people write it.
    pub fn text(self) -> String {
        let rows = |shift: u32| match shift {
            0 => "row".into(),
            shift => format!("row / {}", 1 << shift),
        };
        match self {
            Self::None => "none".into(),
            Self::Xor { shift, bits } => format!("unit ^ ({} & {})", rows(shift), (1 << bits) - 1),
            Self::Rotation { shift } => format!("(unit + {}) % units of a row", rows(shift)),
            Self::Address(xor) => format!("Swizzle<{},{},{}>", xor.bits, xor.base, xor.shift),
        }
    }

    /// The value with which the units of a row are XORed; `None` where they are exchanged otherwise.
    pub(super) const fn of_row(self, row: u32) -> Option<u32> {
        match self {
            Self::None => Some(0),
            Self::Xor { shift, bits } => Some(row >> shift & ((1 << bits) - 1)),
            Self::Rotation { .. } | Self::Address(_) => None,
        }
    }
}

/// A block of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Block {
    /// An atom of a mode, read with a base offset.
    Atom(Swizzle, u8),
    /// A row of one column, of so many bytes.
    Row(Exchange, u32),
}

/// A layout whose start and distances of blocks are open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub(super) block: Block,
    /// The contiguous dimension.
    pub(super) major: Major,
    /// Cells of a block, along and across the contiguous dimension.
    pub(super) cells: (u32, u32),
    /// Bytes added to addresses before the XOR if the dump does not have its own.
    pub(super) shift: u32,
    /// The law inside a block, but for units that the row's number exchanges.
    pub(super) terms: Terms,
}

pub(super) const fn element(width: u32) -> Element {
    match width {
        1 => Element::U8,
        2 => Element::Bf16,
        _ => Element::Tf32,
    }
}

/// Blocks that are looked at, and cells of each.
const BLOCKS: u32 = 12;
const CELLS: u32 = 12;
/// Neighbouring rows that are looked at, and how many have to be certain.
const STEPS_TRIED: u32 = 32;
const STEPS_MIN: usize = 4;

impl Candidate {
    fn new(block: Block, major: Major, width: u32, shift: u32) -> Self {
        let (cells, terms) = match block {
            Block::Atom(swizzle, base_offset) => {
                let element = element(width);
                let layout = Layout::new(LayoutParams {
                    element,
                    major,
                    swizzle,
                    start_bytes: 0,
                    lbo_bytes: 0,
                    sbo_bytes: 0,
                    base_offset,
                    lbo_mode: LboMode::Relative,
                    space: AddressSpace::default(),
                });
                let atom = swizzle.atom(major);
                ((atom.row_units * element.per_unit(), atom.rows), *layout.terms())
            }
            Block::Row(exchange, run) => {
                let xor = if let Exchange::Address(xor) = exchange { xor } else { Swizzle::None.xor() };
                let along = match major {
                    Major::K => Axis::K,
                    Major::Mn => Axis::Mn,
                };
                let exchange = law::Exchange::Address { xor, base_offset: 0, origin_bytes: 0 };
                let cells = (run / width).max(1);
                let terms = Terms::new(0, exchange, AddressSpace::default());
                let count = Count::Of(cells);
                ((cells, 1), terms.and((along, Part::Slot), count, 8 * width, Source::Fixed))
            }
        };
        Self { block, major, cells, shift, terms }
    }

    /// Column and group of a cell's block.
    pub(super) const fn place(&self, cell: Coord) -> (u32, u32) {
        let (along, across) = cell.along_and_across(self.major);
        (along / self.cells.0, across / self.cells.1)
    }

    /// The bytes of a cell in its block, before units are moved.
    pub(super) const fn inside(&self, cell: Coord) -> u32 {
        self.terms.offset_bits(cell) / 8
    }

    /// How far the row's number moves a cell's unit.
    #[inline]
    pub(super) fn moved(&self, cell: Coord) -> i64 {
        let (Block::Row(exchange, run), (_, row)) = (self.block, cell.along_and_across(self.major)) else {
            return 0;
        };
        let unit = self.inside(cell) / UNIT_BYTES;
        let to = match exchange {
            Exchange::Rotation { shift } => (unit + (row >> shift)) % run.div_ceil(UNIT_BYTES),
            exchange => unit ^ exchange.of_row(row).unwrap_or(0),
        };
        (i64::from(to) - i64::from(unit)) * i64::from(UNIT_BYTES)
    }

    /// The exchange of addresses, which undoes itself; -1 before all of them.
    pub(super) fn exchanged(&self, at: i64) -> i64 {
        let shift = i64::from(self.shift);
        u32::try_from(at + shift)
            .map_or(-1, |at| i64::from(self.terms.exchange.physical_from_absolute(at)) - shift)
    }

    /// Returns the start of the block of a cell at an address, before the exchange.
    pub(super) fn rest(&self, cell: Coord, at: u32) -> i64 {
        self.exchanged(at.into()) - i64::from(self.inside(cell)) - self.moved(cell)
    }

    /// How many of a thousand cells of a block agree where it begins, by a sample; 0 where too few do.
    pub(super) fn share(&self, tile: &Tile<'_>) -> u32 {
        let mut sample = Sample(7);
        let (width, rows) = self.cells;
        let (along, across) = tile.shape.along_and_across(self.major);
        let (mut agree, mut seen) = (0, 0);
        for block in 0..BLOCKS {
            let first = tile.points[sample.below(tile.points.len() as u32) as usize];
            let rest = self.rest(first.cell, first.at);
            let (column, group) = self.place(first.cell);
            for _ in 0..CELLS {
                let at_along = column * width + sample.below(width);
                let at_across = group * rows + sample.below(rows);
                if at_along >= along || at_across >= across {
                    continue;
                }
                let cell = Coord::at(self.major, at_along, at_across);
                if let Some(at) = tile.place(cell).filter(|_| cell != first.cell) {
                    seen += 1;
                    agree += u32::from(self.rest(cell, at) == rest);
                }
            }
            if block >= 2 && agree * 5 < seen {
                return 0;
            }
        }
        if agree * 2 >= seen { (agree * 1000).checked_div(seen).unwrap_or(0) } else { 0 }
    }

    /// Whether rows follow each other at one distance, by a sample.
    pub(super) fn is_straight(&self, tile: &Tile<'_>) -> bool {
        let mut sample = Sample(5);
        let (along, across) = tile.shape.along_and_across(self.major);
        let mut steps = Vec::new();
        for _ in 0..STEPS_TRIED {
            let (at_along, row) = (sample.below(along), sample.below(across.saturating_sub(1)));
            let rest = |row: u32| {
                let cell = Coord::at(self.major, at_along, row);
                tile.place(cell).map(|at| self.rest(cell, at))
            };
            if let (Some(one), Some(next)) = (rest(row), rest(row + 1)) {
                steps.push(next - one);
            }
        }
        let all = steps.len();
        // Too few that are certain tell nothing.
        all < STEPS_MIN || most_common(&mut steps).is_some_and(|(_, count)| count * 2 > all)
    }
}

/// The atoms that are tried: of each mode and major-ness one in every phase.
pub(super) fn atoms(tile: &Tile<'_>) -> Vec<Vec<Candidate>> {
    let cells = &tile.certain.cells;
    let swizzles = [Swizzle::B128, Swizzle::B64, Swizzle::B32, Swizzle::None, Swizzle::B128Atom32];
    let residues = [Major::K, Major::Mn].map(|major| residue(tile, major));
    let mut all = Vec::new();
    for swizzle in swizzles {
        for (major, residue) in [Major::K, Major::Mn].into_iter().zip(residues) {
            // The 32B-atom mode is for transposed 32-bit elements, and its base offset was never tried.
            let is_atom32 = swizzle == Swizzle::B128Atom32;
            if is_atom32 && (cells.width != 4 || major == Major::K) {
                continue;
            }
            let phases = 1_u32 << swizzle.xor().bits;
            let count = match (cells.has_address, is_atom32) {
                (true, true) => 1,
                (true, false) => phases,
                (false, _) if phases == 1 => 1,
                (false, _) => phases * 8,
            };
            let atom = |number: u32| {
                let (base_offset, shift) =
                    if cells.has_address { (number as u8, 0) } else { (0, number * UNIT_BYTES + residue) };
                Candidate::new(Block::Atom(swizzle, base_offset), major, cells.width, shift)
            };
            all.push((0..count).map(atom).collect());
        }
    }
    all
}

/// Returns the bytes missing to a multiple of 16 if the dump has no address: units begin at multiples of 16.
fn residue(tile: &Tile<'_>, major: Major) -> u32 {
    let residues = tile.points.iter().map(|Point { cell, at }| {
        let (along, _) = cell.along_and_across(major);
        let in_unit = along * tile.certain.cells.width % UNIT_BYTES;
        i64::from((in_unit + UNIT_BYTES - at % UNIT_BYTES) % UNIT_BYTES)
    });
    let mut residues: Vec<i64> = residues.take(256).collect();
    most_common(&mut residues).map_or(0, |(residue, _)| residue as u32)
}

/// The rows that are tried: in both dimensions, whole and in columns, each in every exchange, the simplest first; the rare ones
/// only where no other layout fits.
pub(super) fn rows(tile: &Tile<'_>, with_rare: bool) -> Vec<Vec<Candidate>> {
    let width = tile.certain.cells.width;
    let mut exchanges = vec![Exchange::None];
    for bits in [3, 2, 1] {
        exchanges.extend((0..4).map(|shift| Exchange::Xor { shift, bits }));
    }
    if with_rare {
        exchanges.extend((0..4).map(|shift| Exchange::Rotation { shift }));
        for (bits, base) in (1..=4).flat_map(|bits| (3..=6).map(move |base| (bits, base))) {
            // The field that is changed and the one that is read do not overlap.
            let shifts = bits..=5;
            exchanges.extend(shifts.map(|shift| Exchange::Address(Xor { bits, base, shift })));
        }
    }
    let mut all = Vec::new();
    for major in [Major::K, Major::Mn] {
        let (along, _) = tile.shape.along_and_across(major);
        let whole = along * width;
        let narrower = [128, 64, 32].into_iter().filter(|run| *run < whole);
        for run in std::iter::once(whole).chain(narrower) {
            let row = |exchange| Candidate::new(Block::Row(exchange, run), major, width, 0);
            all.push(exchanges.iter().copied().map(row).collect());
        }
    }
    all
}
