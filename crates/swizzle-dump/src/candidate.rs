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
        match self {
            Self::None => "none".into(),
            Self::Xor { shift, bits } => RowXor::rows(shift, bits).text(),
            Self::Rotation { shift: 0 } => "(unit + row) % units of a row".into(),
            Self::Rotation { shift } => format!("(unit + row / {}) % units of a row", 1 << shift),
            Self::Address(xor) => xor.text(),
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

    /// Of layouts that fit as well, the one with the lowest is the simplest.
    pub(super) const fn complexity(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Xor { shift, .. } => 1 + shift,
            Self::Address(_) => 8,
            Self::Rotation { .. } => 9,
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

/// A layout whose start and distances of blocks are open. Blocks and cells are counted along the contiguous dimension, and
/// across it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub(super) block: Block,
    /// The contiguous dimension.
    pub(super) major: Major,
    /// Cells of a block.
    pub(super) cells: [u32; 2],
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
                let atom = swizzle.atom(major);
                let layout = Layout::new(LayoutParams {
                    element: element(width),
                    major,
                    swizzle,
                    start_bytes: 0,
                    lbo_bytes: 0,
                    sbo_bytes: 0,
                    base_offset,
                    lbo_mode: LboMode::Relative,
                    space: AddressSpace::default(),
                });
                ([atom.row_units * layout.per_unit(), atom.rows], *layout.terms())
            }
            Block::Row(exchange, run) => {
                let xor = if let Exchange::Address(xor) = exchange { xor } else { Swizzle::None.xor() };
                let exchange = law::Exchange::Address { xor, base_offset: 0, origin_bytes: 0 };
                let (cells, slot) = ((run / width).max(1), (Axis::along_and_across(major).0, Part::Slot));
                let terms = Terms::new(0, exchange, AddressSpace::default());
                ([cells, 1], terms.and(slot, Count::Of(cells), 8 * width, Source::Fixed))
            }
        };
        Self { block, major, cells, shift, terms }
    }

    /// Cells of a tile.
    pub(super) fn sides(&self, extent: Extent) -> [u32; 2] {
        extent.along_and_across(self.major).into()
    }

    /// Column and group of a cell's block.
    pub(super) const fn place(&self, cell: Coord) -> [u32; 2] {
        let (along, across) = cell.along_and_across(self.major);
        [along / self.cells[0], across / self.cells[1]]
    }

    /// The bytes of a cell in its block, before units are moved.
    pub(super) const fn inside(&self, cell: Coord) -> u32 {
        self.terms.offset_bits(cell) / 8
    }

    /// The bytes of a cell in its block, its unit where the row's number moves it.
    #[inline]
    pub(super) fn moved(&self, cell: Coord) -> i64 {
        let inside = self.inside(cell);
        let (unit, (_, row)) = (inside / UNIT_BYTES, cell.along_and_across(self.major));
        let to = match self.block {
            Block::Atom(..) => unit,
            Block::Row(Exchange::Rotation { shift }, run) => {
                (unit + (row >> shift)) % run.div_ceil(UNIT_BYTES)
            }
            Block::Row(exchange, _) => unit ^ exchange.of_row(row).unwrap_or(0),
        };
        i64::from(to * UNIT_BYTES + inside % UNIT_BYTES)
    }

    /// The exchange of addresses, which undoes itself; -1 before all of them.
    pub(super) fn exchanged(&self, at: i64) -> i64 {
        let shift = i64::from(self.shift);
        u32::try_from(at + shift)
            .map_or(-1, |at| i64::from(self.terms.exchange.physical_from_absolute(at)) - shift)
    }

    /// Returns the start of the block of a cell at an address, before the exchange.
    pub(super) fn rest(&self, cell: Coord, at: u32) -> i64 {
        self.exchanged(at.into()) - self.moved(cell)
    }

    /// How many of a thousand cells of a block agree where it begins, by a sample; 0 where too few do, and for rows that do not
    /// follow each other at one distance.
    pub(super) fn share(&self, tile: &Tile<'_>) -> u32 {
        let mut sample = Sample(7);
        let (mut agree, mut seen) = (0, 0);
        for block in 0..BLOCKS {
            let first = tile.points[sample.below(tile.points.len() as u32) as usize];
            let rest = self.rest(first.cell, first.at);
            let place = self.place(first.cell);
            for _ in 0..CELLS {
                let cell = self.sampled(place, &mut sample);
                if let Some(at) = tile.place(cell).filter(|_| cell != first.cell) {
                    seen += 1;
                    agree += u32::from(self.rest(cell, at) == rest);
                }
            }
            if block >= 2 && agree * 5 < seen {
                return 0;
            }
        }
        if agree * 2 < seen || matches!(self.block, Block::Row(..)) && !self.is_straight(tile) {
            return 0;
        }
        (agree * 1000).checked_div(seen).unwrap_or(0)
    }

    /// A cell of a block, by chance.
    pub(super) fn sampled(&self, place: [u32; 2], sample: &mut Sample) -> Coord {
        let [along, across] =
            [COLUMN, GROUP].map(|side| place[side] * self.cells[side] + sample.below(self.cells[side]));
        Coord::at(self.major, along, across)
    }

    /// Whether rows follow each other at one distance, by a sample.
    fn is_straight(&self, tile: &Tile<'_>) -> bool {
        let mut sample = Sample(5);
        let [along, across] = self.sides(tile.shape);
        let steps = (0..STEPS_TRIED).filter_map(|_| {
            let (at_along, row) = (sample.below(along), sample.below(across.saturating_sub(1)));
            let rest = |row: u32| {
                let cell = Coord::at(self.major, at_along, row);
                tile.place(cell).map(|at| self.rest(cell, at))
            };
            Some(rest(row + 1)? - rest(row)?)
        });
        let steps: Vec<i64> = steps.collect();
        let all = steps.len();
        // Too few that are certain tell nothing.
        all < STEPS_MIN || most_common(steps).is_some_and(|(_, count)| count * 2 > all)
    }
}

/// The candidates for a tile, those of one law in every phase together: atoms of each mode and major-ness.
pub(super) fn atoms(tile: &Tile<'_>) -> Vec<Vec<Candidate>> {
    let Cells { width, has_address, .. } = *tile.certain.cells;
    let law = |(swizzle, major): (Swizzle, Major)| {
        let count = match (swizzle, 1 << swizzle.xor().bits) {
            // Its base offset was never tried.
            (Swizzle::B128Atom32, _) if has_address => 1,
            (_, phases) if has_address || phases == 1 => phases,
            (_, phases) => phases * 8,
        };
        let residue = residue(tile, major);
        let atom = |number: u32| {
            let (base_offset, shift) =
                if has_address { (number as u8, 0) } else { (0, number * UNIT_BYTES + residue) };
            Candidate::new(Block::Atom(swizzle, base_offset), major, width, shift)
        };
        (0..count).map(atom).collect()
    };
    let modes = [Swizzle::B128, Swizzle::B64, Swizzle::B32, Swizzle::None].into_iter();
    let forms = modes.flat_map(|swizzle| [(swizzle, Major::K), (swizzle, Major::Mn)]);
    // The 32B-atom mode is for transposed 32-bit elements.
    let transposed = (width == 4).then_some((Swizzle::B128Atom32, Major::Mn));
    forms.chain(transposed).map(law).collect()
}

/// The same of rows in both dimensions, whole and in columns, each in every exchange, the simplest first; with the exchanges
/// that are tried only where no other layout fits, or without.
pub(super) fn rows(tile: &Tile<'_>, with_rare: bool) -> Vec<Vec<Candidate>> {
    let (width, exchanges) = (tile.certain.cells.width, exchanges(with_rare));
    let mut all = Vec::new();
    for major in [Major::K, Major::Mn] {
        let whole = tile.shape.along_and_across(major).0 * width;
        let narrower = [128, 64, 32].into_iter().filter(|run| *run < whole);
        for run in std::iter::once(whole).chain(narrower) {
            let row = |exchange: &_| vec![Candidate::new(Block::Row(*exchange, run), major, width, 0)];
            all.extend(exchanges.iter().map(row));
        }
    }
    all
}

/// The exchanges of rows that are tried, with the rare ones or without.
fn exchanges(with_rare: bool) -> Vec<Exchange> {
    let rows = (1..=3).rev().flat_map(|bits| (0..4).map(move |shift| Exchange::Xor { shift, bits }));
    let usual = std::iter::once(Exchange::None).chain(rows);
    let addresses = (1..=4).flat_map(|bits| {
        // The field that is changed and the one that is read do not overlap.
        let fields = (3..=6).flat_map(move |base| (bits..=5).map(move |shift| Xor { bits, base, shift }));
        fields.map(Exchange::Address)
    });
    let rare = (0..4).map(|shift| Exchange::Rotation { shift }).chain(addresses);
    usual.chain(rare.filter(|_| with_rare)).collect()
}

/// Returns the bytes missing to a multiple of 16 if the dump has no address: units begin at multiples of 16.
fn residue(tile: &Tile<'_>, major: Major) -> u32 {
    let residues = tile.points.iter().map(|Point { cell, at }| {
        let (along, _) = cell.along_and_across(major);
        let in_unit = along * tile.certain.cells.width % UNIT_BYTES;
        i64::from((in_unit + UNIT_BYTES - at % UNIT_BYTES) % UNIT_BYTES)
    });
    most_common(residues.take(256)).map_or(0, |(residue, _)| residue as u32)
}
