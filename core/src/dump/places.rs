//! Which value lies where, and the cells whose place is certain.

use alloc::vec;
use alloc::vec::Vec;

use crate::dump::memory::Dump;
use crate::dump::values::{Written, value_of_cell};
use crate::law::{Coord, Extent};

/// The elements of a dump, by their place in it.
#[derive(Debug)]
pub(super) struct Cells {
    /// Bytes of an element.
    pub(super) width: u32,
    /// Raw values; `None` where the dump has a gap.
    pub(super) raw: Vec<Option<u32>>,
    /// Shared address of the first; [`UNKNOWN_BASE`] where it is not known.
    pub(super) base: u32,
    /// Whether the address is known.
    pub(super) has_address: bool,
}

/// What stands for the address of a dump that tells none: a multiple of every pattern, so that tiles may begin before it.
pub(super) const UNKNOWN_BASE: u32 = 1 << 20;

impl Cells {
    /// The elements of a dump; of two dumps the second has the higher half.
    pub(super) fn new(dumps: &[Dump], width: u32, address: Option<u32>, is_pair: bool) -> Self {
        let count = dumps.iter().map(|dump| dump.bytes.len()).min().unwrap_or(0) / width as usize;
        let number = |dump: &Dump, at: usize| dump.number(at * width as usize, width as usize);
        let raw = (0..count).map(|at| {
            let first = number(dumps.first()?, at)?;
            match dumps.get(1) {
                None => Some(first),
                Some(dump) if is_pair => Some(first << 16 | number(dump, at)? & 0xffff),
                Some(dump) => Some(first | number(dump, at)? << (8 * width)),
            }
        });
        let known = address.or_else(|| dumps.iter().find_map(|dump| dump.address));
        Self {
            width,
            raw: raw.collect(),
            base: known.unwrap_or(UNKNOWN_BASE),
            has_address: known.is_some(),
        }
    }

    /// An address as people count it: where the dump tells no address, from its first byte.
    pub(super) fn counted(&self, address: u32) -> i64 {
        let from = if self.has_address { 0 } else { self.base };
        i64::from(address) - i64::from(from)
    }

    /// The raw value at a shared address.
    pub(super) fn at(&self, address: i64) -> Option<u32> {
        let offset = u32::try_from(address - i64::from(self.base)).ok()?;
        if !offset.is_multiple_of(self.width) {
            return None;
        }
        *self.raw.get((offset / self.width) as usize)?
    }
}

/// A cell whose value lies in the dump once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    /// In the tile.
    pub(super) cell: Coord,
    /// Shared address.
    pub(super) at: u32,
}

/// A tile as the dump shows it: where its cells lie, as far as that is certain.
#[derive(Debug)]
pub(super) struct Tile {
    /// Extents of the matrix, by which values count.
    pub(super) matrix: Extent,
    /// The first cell that is there.
    pub(super) origin: Coord,
    /// Extents of what is there.
    pub(super) shape: Extent,
    pub(super) written: Written,
    pub(super) points: Vec<Point>,
    /// Address by cell of the shape, MN outer; `NOWHERE` where it is not certain.
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;
/// Cells of a matrix at the most: no shared memory holds more elements.
const CELLS_MAX: u64 = 1 << 22;
/// Fewer certain cells show no layout.
const POINTS_MIN: usize = 16;

/// Numbers that lie in a dump once, and where: the number, then the address.
pub(super) fn certain(cells: &Cells, written: Written, end: u32) -> Vec<(u32, u32)> {
    let numbers = cells.raw.iter().zip(0..).filter_map(|(raw, at)| {
        let number = written.exact((*raw)?)?;
        let is_cell = written == Written::Pair || number < end;
        is_cell.then_some((number, cells.base + at * cells.width))
    });
    let mut all: Vec<(u32, u32)> = numbers.collect();
    all.sort_unstable();
    let runs = all.chunk_by(|one, other| one.0 == other.0);
    runs.filter(|run| run.len() == 1)
        .map(|run| run[0])
        .collect()
}

impl Tile {
    /// The tile that the values of a dump name; `None` where they name too few cells.
    pub(super) fn new(written: Written, matrix: Extent, numbers: &[(u32, u32)]) -> Option<Self> {
        if u64::from(matrix.mn) * u64::from(matrix.k) > CELLS_MAX || matrix.k == 0 {
            return None;
        }
        let count = matrix.mn * matrix.k;
        let index = |number: u32| {
            let index = match written {
                Written::Pair => {
                    let (mn, k) = (number >> 16, number & 0xffff);
                    (mn < matrix.mn && k < matrix.k).then(|| mn * matrix.k + k)?
                }
                Written::Integer
                | Written::Bf16
                | Written::F16
                | Written::F32
                | Written::E4m3
                | Written::E5m2 => number,
            };
            (index < count).then_some(index)
        };
        let certain: Vec<(u32, u32)> = numbers
            .iter()
            .filter_map(|(number, at)| Some((index(*number)?, *at)))
            .collect();
        if certain.len() < POINTS_MIN {
            return None;
        }
        let (origin, shape) = bounds(&certain, matrix)?;
        // Numbers that were rounded name no cell, and lie there all the same.
        let is_from_the_first = origin.mn == 0 && origin.k == 0;
        let shape = if written.is_rounded() && is_from_the_first {
            matrix
        } else {
            shape
        };
        let mut places = vec![NOWHERE; (shape.mn * shape.k) as usize];
        let mut points = Vec::new();
        for (index, at) in certain {
            let (mn, k) = (index / matrix.k, index % matrix.k);
            let (Some(mn), Some(k)) = (mn.checked_sub(origin.mn), k.checked_sub(origin.k)) else {
                continue;
            };
            let cell = Coord { mn, k };
            if shape.contains(cell) {
                places[(mn * shape.k + k) as usize] = at;
                points.push(Point { cell, at });
            }
        }
        Some(Self {
            matrix,
            origin,
            shape,
            written,
            points,
            places,
        })
    }

    /// The certain address of a cell.
    pub(super) fn place(&self, cell: Coord) -> Option<u32> {
        if !self.shape.contains(cell) {
            return None;
        }
        let at = self.places[(cell.mn * self.shape.k + cell.k) as usize];
        (at != NOWHERE).then_some(at)
    }

    /// How many cells of the tile lie where a layout has them, of those that it places inside of the dump.
    pub(super) fn right(&self, cells: &Cells, address: impl Fn(Coord) -> i64) -> (u32, u32) {
        let (mut right, mut of) = (0, 0);
        for mn in 0..self.shape.mn {
            for k in 0..self.shape.k {
                if let Some(raw) = cells.at(address(Coord { mn, k })) {
                    of += 1;
                    right += u32::from(self.is(raw, Coord { mn, k }));
                }
            }
        }
        (right, of)
    }

    /// Whether a raw value is that of a cell of the tile.
    pub(super) fn is(&self, raw: u32, cell: Coord) -> bool {
        let at = Coord {
            mn: cell.mn + self.origin.mn,
            k: cell.k + self.origin.k,
        };
        self.written
            .is(raw, value_of_cell(self.written, self.matrix, at))
    }
}

impl Tile {
    /// Whether the last element of the dump belongs to the tile: it may have been cut.
    pub(super) fn is_cut(&self, cells: &Cells) -> bool {
        let last = cells.base + (cells.raw.len() as u32).saturating_sub(1) * cells.width;
        let unit = last / 16;
        self.points.iter().any(|point| point.at / 16 == unit)
    }
}

/// The rows and columns that hold certain cells; single ones far off are chance.
fn bounds(certain: &[(u32, u32)], matrix: Extent) -> Option<(Coord, Extent)> {
    let mut of_mn = vec![0_u32; matrix.mn as usize];
    let mut of_k = vec![0_u32; matrix.k as usize];
    for (index, _) in certain {
        of_mn[(index / matrix.k) as usize] += 1;
        of_k[(index % matrix.k) as usize] += 1;
    }
    let range = |counts: &[u32]| {
        let most = counts.iter().copied().max().unwrap_or(0);
        let enough = (most / 16).max(1);
        let first = counts.iter().position(|count| *count >= enough)?;
        let last = counts.iter().rposition(|count| *count >= enough)?;
        Some((first as u32, (last - first + 1) as u32))
    };
    let ((mn, rows), (k, columns)) = (range(&of_mn)?, range(&of_k)?);
    Some((
        Coord { mn, k },
        Extent {
            mn: rows,
            k: columns,
        },
    ))
}

/// A stream of numbers that is the same in every run, to take samples by.
#[derive(Debug)]
pub(super) struct Sample(pub(super) u32);

impl Sample {
    /// The next number below `end`.
    pub(super) const fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((self.0 as u64 * end as u64) >> 32) as u32
    }
}

/// The value that occurs most often, and how often.
pub(super) fn most_common(values: &mut [i64]) -> Option<(i64, usize)> {
    values.sort_unstable();
    let runs = values.chunk_by(|one, other| one == other);
    runs.map(|run| (run[0], run.len()))
        .max_by_key(|(_, count)| *count)
}
