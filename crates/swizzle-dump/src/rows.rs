//! Rows that are in none of the canonical forms: plain, padded, or with units exchanged in a way that no swizzle mode does.

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::candidate::Candidate;
use crate::places::{Cells, Point, Sample, Tile, most_common};
use swizzle_core::hardware::{AddressSpace, Major, UNIT_BYTES};
use swizzle_core::law::{self, Axis, Coord, Count, Part, Source, Swizzle, Term, Terms, Xor};

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
}

/// Rows that fit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RowsFit {
    pub(super) major: Major,
    pub(super) exchange: Exchange,
    pub(super) start: u32,
    pub(super) pitch: u32,
    /// Bytes of a row of one column, and from one column to the next, where rows are cut into columns.
    pub(super) column: Option<(u32, u32)>,
    /// The law of all of this, but for units that the row's number exchanges.
    terms: Terms,
    pub(super) right: u32,
    pub(super) of: u32,
}

/// A way to lay out rows, with its start and strides still open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Way {
    major: Major,
    exchange: Exchange,
    /// Bytes of a row of one column.
    run: u32,
    width: u32,
    /// Its law, with start and strides 0.
    terms: Terms,
    /// The term of it that counts cells of a row.
    slot: Term,
}

impl Candidate for Way {
    fn major(&self) -> Major {
        self.major
    }

    fn block(&self) -> (u32, u32) {
        (cells(self.run, self.width), 1)
    }

    fn rest(&self, cell: Coord, at: u32) -> i64 {
        let (byte, moved) = self.inside(cell);
        i64::from(self.terms.exchange.physical_from_absolute(at)) - byte - moved
    }
}

impl Way {
    fn new(major: Major, exchange: Exchange, run: u32, width: u32) -> Self {
        let terms = terms(major, exchange, (run, width), [0; 3]);
        let slot = terms.terms()[0];
        Self { major, exchange, run, width, terms, slot }
    }

    /// Bytes in the row, and how far its units move as the row's number exchanges them.
    #[inline]
    fn inside(&self, cell: Coord) -> (i64, i64) {
        let (along, row) = cell.along_and_across(self.major);
        let byte = self.slot.adds_bits(along) / 8;
        let unit = byte / UNIT_BYTES;
        let to = match self.exchange {
            Exchange::None | Exchange::Address(_) => unit,
            Exchange::Xor { shift, bits } => unit ^ (row >> shift & ((1 << bits) - 1)),
            Exchange::Rotation { shift } => (unit + (row >> shift)) % self.run.div_ceil(UNIT_BYTES),
        };
        (i64::from(byte), (i64::from(to) - i64::from(unit)) * i64::from(UNIT_BYTES))
    }

    /// Whether rows follow each other at one distance, by a sample.
    fn is_straight(&self, tile: &Tile<'_>) -> bool {
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

    fn fit(&self, tile: &Tile<'_>, cells: &Cells) -> Option<RowsFit> {
        let (along, across) = tile.shape.along_and_across(self.major);
        let columns = (along * self.width).div_ceil(self.run).max(1);
        // The start of each row of a column, by a vote of its cells.
        let mut votes: Vec<(i64, u32)> = vec![(0, 0); columns as usize * across as usize];
        let column_of = self.terms.term(Part::Column);
        for Point { cell, at } in &tile.points {
            let (at_along, row) = cell.along_and_across(self.major);
            let column = column_of.map_or(0, |term| term.digit(at_along));
            let rest = self.rest(*cell, *at);
            let vote = &mut votes[column as usize * across as usize + row as usize];
            *vote = match *vote {
                (_, 0) => (rest, 1),
                (kept, count) if kept == rest => (kept, count + 1),
                (kept, count) => (kept, count - 1),
            };
        }
        let rows: Vec<(u32, u32, i64)> = (votes.iter().zip(0_u32..))
            .filter(|((_, count), _)| *count > 0)
            .map(|((rest, _), at)| (at / across, at % across, *rest))
            .collect();
        let mut steps: Vec<i64> = (rows.windows(2))
            .filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 + 1 == pair[1].1)
            .map(|pair| pair[1].2 - pair[0].2)
            .collect();
        let (pitch, _) = most_common(&mut steps)?;
        let by_column: Vec<(u32, i64)> = rows
            .chunk_by(|one, other| one.0 == other.0)
            .filter_map(|chunk| {
                let starts = chunk.iter().map(|(_, row, rest)| rest - i64::from(*row) * pitch);
                let mut starts: Vec<i64> = starts.collect();
                Some((chunk[0].0, most_common(&mut starts)?.0))
            })
            .collect();
        let mut steps: Vec<i64> = (by_column.windows(2))
            .filter(|pair| pair[0].0 + 1 == pair[1].0)
            .map(|pair| pair[1].1 - pair[0].1)
            .collect();
        let column = most_common(&mut steps).map_or(0, |(step, _)| step);
        let mut starts: Vec<i64> =
            by_column.iter().map(|(at, start)| start - i64::from(*at) * column).collect();
        let (start, _) = most_common(&mut starts)?;
        let number = |value: i64| u32::try_from(value).ok();
        let (start, pitch) = (number(start)?, number(pitch).filter(|pitch| *pitch > 0)?);
        let column = number(column)?;
        let mut fit = RowsFit {
            major: self.major,
            exchange: self.exchange,
            start,
            pitch,
            column: (along * self.width > self.run).then_some((self.run, column)),
            terms: terms(self.major, self.exchange, (self.run, self.width), [start, column, pitch]),
            right: 0,
            of: 0,
        };
        (fit.right, fit.of) = tile.right(cells, |cell| self.address(&fit, cell));
        Some(fit)
    }

    /// The shared address of a cell of the tile.
    pub(super) fn address(&self, fit: &RowsFit, cell: Coord) -> i64 {
        let terms = &fit.terms;
        let offset = i64::from(terms.offset_bits(cell) / 8) + self.inside(cell).1;
        match u32::try_from(i64::from(terms.base_bytes) + offset) {
            Ok(at) => i64::from(terms.exchange.physical_from_absolute(at)),
            Err(_) => -1,
        }
    }
}

/// Cells of a row of one column.
fn cells(run: u32, width: u32) -> u32 {
    (run / width).max(1)
}

/// The law of rows but for units that the row's number exchanges: start, and bytes from column to column and from row to row.
fn terms(
    major: Major,
    exchange: Exchange,
    (run, width): (u32, u32),
    [start, column, pitch]: [u32; 3],
) -> Terms {
    let along = match major {
        Major::K => Axis::K,
        Major::Mn => Axis::Mn,
    };
    let xor = match exchange {
        Exchange::Address(xor) => xor,
        Exchange::None | Exchange::Xor { .. } | Exchange::Rotation { .. } => Swizzle::None.xor(),
    };
    let exchange = law::Exchange::Address { xor, base_offset: 0, origin_bytes: 0 };
    let bits = |bytes: u32| bytes.wrapping_mul(8);
    Terms::new(start, exchange, AddressSpace::default())
        .and((along, Part::Slot), Count::Of(cells(run, width)), bits(width), Source::Fixed)
        .and((along, Part::Column), Count::Open, bits(column), Source::Pitch)
        .and((along.other(), Part::Row), Count::Open, bits(pitch), Source::Pitch)
}

/// The exchanges that are tried, the simplest first; without the rare ones where another layout fits.
fn exchanges(with_rare: bool) -> Vec<Exchange> {
    let mut all = vec![Exchange::None];
    for bits in [3, 2, 1] {
        all.extend((0..4).map(|shift| Exchange::Xor { shift, bits }));
    }
    if !with_rare {
        return all;
    }
    all.extend((0..4).map(|shift| Exchange::Rotation { shift }));
    for bits in 1..=4 {
        for base in 3..=6 {
            for shift in 1..=5 {
                let exchange = Exchange::Address(Xor { bits, base, shift });
                // The field that is changed and the one that is read do not overlap.
                if shift >= bits {
                    all.push(exchange);
                }
            }
        }
    }
    all
}

/// Neighbouring rows that are looked at, and how many have to be certain.
const STEPS_TRIED: u32 = 32;
const STEPS_MIN: usize = 4;
/// Ways that are worked out at the most.
const WAYS_MAX: usize = 16;

/// The ways of rows that fit some of these tiles, each with the number of its tile.
pub(super) async fn rows_fits(
    tiles: &[Cow<'_, Tile<'_>>],
    cells: &Cells,
    with_rare: bool,
    pause: &impl AsyncFn(),
) -> Vec<(usize, Way, RowsFit)> {
    let exchanges = exchanges(with_rare);
    let mut ways: Vec<(u32, usize, Way)> = Vec::new();
    for (at, tile) in tiles.iter().enumerate() {
        for major in [Major::K, Major::Mn] {
            let (along, _) = tile.shape.along_and_across(major);
            let whole = along * cells.width;
            let runs = [128, 64, 32].into_iter().filter(|run| *run < whole);
            for run in [whole].into_iter().chain(runs) {
                for exchange in &exchanges {
                    let way = Way::new(major, *exchange, run, cells.width);
                    let share = way.share(tile);
                    if share > 0 && way.is_straight(tile) {
                        ways.push((share, at, way));
                    }
                }
                pause().await;
            }
        }
    }
    ways.sort_by_key(|(share, ..)| Reverse(*share));
    let most = ways.first().map_or(0, |(share, ..)| *share);
    let ways = ways.into_iter().take(WAYS_MAX);
    let plausible = ways.filter(|(share, ..)| *share > most / 2);
    let mut found = Vec::new();
    for (_, at, way) in plausible {
        found.extend(way.fit(&tiles[at], cells).map(|fit| (at, way, fit)));
        pause().await;
    }
    found
}
