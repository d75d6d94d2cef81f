//! The address of each value, and the cells whose place is certain.

use super::*;

/// The elements of a dump, by their place in it.
#[derive(Debug, PartialEq, Eq)]
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

/// Stand-in for the address of a dump that has none: a multiple of every pattern, so that tiles may begin before it.
pub(super) const UNKNOWN_BASE: u32 = 1 << 20;

impl Cells {
    /// The elements of a dump; of two dumps the second has the higher half.
    pub(super) fn new(dumps: &[Dump], asked: &Asked) -> Self {
        let (width, is_pair) = (asked.element_bits / 8, asked.is_pair(dumps));
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
        let known = asked.address.or_else(|| dumps.iter().find_map(|dump| dump.address));
        Self { width, raw: raw.collect(), base: known.unwrap_or(UNKNOWN_BASE), has_address: known.is_some() }
    }

    /// The address from which people count: 0, or the first byte of a dump that tells no address.
    pub(super) fn origin(&self) -> i64 {
        if self.has_address { 0 } else { self.base.into() }
    }

    /// An address as people count it.
    pub(super) fn counted(&self, address: u32) -> i64 {
        i64::from(address) - self.origin()
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

/// The cells of a matrix, row by row.
pub(super) fn coords(extent: Extent) -> impl Iterator<Item = Coord> + use<> {
    (0..extent.mn).flat_map(move |mn| (0..extent.k).map(move |k| Coord { mn, k }))
}

/// The first cell.
pub(super) const FIRST: Coord = Coord { mn: 0, k: 0 };

/// A cell, counted from where another one is counted from.
pub(super) const fn behind(first: Coord, cell: Coord) -> Coord {
    Coord { mn: first.mn + cell.mn, k: first.k + cell.k }
}

/// The opposite: a cell, counted from another one; `None` before that.
pub(super) fn counted_from(first: Coord, cell: Coord) -> Option<Coord> {
    Some(Coord { mn: cell.mn.checked_sub(first.mn)?, k: cell.k.checked_sub(first.k)? })
}

/// A cell whose value occurs in the dump once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    /// In the tile.
    pub(super) cell: Coord,
    /// Shared address.
    pub(super) at: u32,
}

/// A tile as the dump shows it: the addresses of its cells, as far as they are certain.
#[derive(Debug, Clone)]
pub(super) struct Tile<'a> {
    /// Extents of the matrix, by which values count.
    pub(super) matrix: Extent,
    /// The first cell that is there.
    pub(super) origin: Coord,
    /// Extents of what is there.
    pub(super) shape: Extent,
    pub(super) points: Vec<Point>,
    pub(super) certain: &'a Certain,
}

/// Numbers that occur in a dump once.
#[derive(Debug)]
pub(super) struct Certain {
    /// The elements of the dump.
    pub(super) cells: Rc<Cells>,
    pub(super) written: Written,
    /// The indices that occur once, each with its address, in order.
    all: Vec<(u32, u32)>,
}

/// Cells of a matrix at the most: no shared memory holds more elements.
pub(super) const CELLS_MAX: u32 = 1 << 22;
/// Fewer certain cells show no layout.
const POINTS_MIN: usize = 16;
/// One of this many cells is certain, unless numbers are rounded: otherwise a fit is chance.
const CELLS_OF_A_POINT: usize = 16;

impl Certain {
    /// Collects the numbers of the largest of some matrices; for pairs, the index in the only one.
    pub(super) fn new(cells: &Rc<Cells>, written: Written, matrices: &[Extent]) -> Self {
        let end = matrices.iter().map(|one| one.mn.saturating_mul(one.k)).max().unwrap_or(0);
        let numbered = cells.raw.iter().zip(0..).filter_map(|(raw, at)| {
            let mut index = written.exact((*raw)?)?;
            if written == Written::Pair {
                let cell = Coord { mn: index >> 16, k: index & 0xffff };
                let pairs = matrices.first().filter(|pairs| pairs.contains(cell))?;
                index = cell.mn * pairs.k + cell.k;
            }
            (index < end.min(CELLS_MAX)).then_some((index, cells.base + at * cells.width))
        });
        let mut all: Vec<(u32, u32)> = numbered.collect();
        all.sort_unstable();
        let runs = all.chunk_by(|(one, _), (other, _)| one == other);
        let all = runs.filter(|run| run.len() == 1).flatten().copied().collect();
        Self { cells: cells.clone(), written, all }
    }

    /// How many there are below an index.
    pub(super) fn count_below(&self, end: u32) -> usize {
        self.all.partition_point(|(index, _)| *index < end)
    }
}

impl<'a> Tile<'a> {
    /// The tile that the values of a dump name, from the matrix's first cell on where the dump cuts it in front; `None` where
    /// they name too few cells.
    pub(super) fn new(matrix: Extent, certain: &'a Certain) -> Option<Self> {
        let count = matrix.mn.checked_mul(matrix.k).filter(|count| (1..=CELLS_MAX).contains(count))?;
        let all = &certain.all[..certain.count_below(count)];
        if all.len() < POINTS_MIN {
            return None;
        }
        let (origin, shape) = bounds(all, matrix, certain.written)?;
        let tile = Self { matrix, origin, shape, points: Vec::new(), certain }.between(origin, shape);
        let (cells, count) = (shape.mn as usize * shape.k as usize, tile.points.len());
        let is_dense = certain.written.is_rounded() || count * CELLS_OF_A_POINT >= cells;
        let whole = tile.whole().filter(|_| tile.has_unit_of(certain.cells.base));
        (count >= POINTS_MIN && is_dense).then(|| whole.unwrap_or(tile))
    }

    /// The same tile from another cell on, and of another extent.
    fn between(&self, origin: Coord, shape: Extent) -> Self {
        let points = in_rows(&self.certain.all, self.matrix).filter_map(|(cell, at)| {
            let cell = counted_from(origin, cell)?;
            shape.contains(cell).then_some(Point { cell, at })
        });
        Self { origin, shape, points: points.collect(), ..*self }
    }

    /// The tile from the matrix's first cell on, where the dump shows only cells after it.
    pub(super) fn whole(&self) -> Option<Self> {
        let shape = Extent { mn: self.origin.mn + self.shape.mn, k: self.origin.k + self.shape.k };
        (self.origin != FIRST).then(|| self.between(FIRST, shape))
    }

    /// The certain address of a cell.
    pub(super) fn place(&self, cell: Coord) -> Option<u32> {
        if !self.shape.contains(cell) {
            return None;
        }
        let index = (cell.mn + self.origin.mn) * self.matrix.k + cell.k + self.origin.k;
        let all = &self.certain.all;
        all.binary_search_by_key(&index, |(known, _)| *known).ok().map(|at| all[at].1)
    }

    /// The tile with the rows and columns behind it in which a canonical layout finds more right cells than wrong ones.
    pub(super) fn grown(&self, fit: &Fit) -> Option<Self> {
        let (mut shape, Extent { mn, k }, first) = (self.shape, self.matrix, self.origin);
        let holds = |from: Coord, extent: Extent| {
            let cells = coords(extent).map(|at| behind(from, at));
            let (right, of) = self.right(cells, |cell| fit.address(cell));
            right * 2 > of
        };
        while shape.mn + first.mn < mn && holds(Coord { mn: shape.mn, k: 0 }, Extent { mn: 1, ..shape }) {
            shape.mn += 1;
        }
        while shape.k + first.k < k && holds(Coord { mn: 0, k: shape.k }, Extent { k: 1, ..shape }) {
            shape.k += 1;
        }
        let is_grown = shape != self.shape && matches!(fit.candidate.block, Block::Atom(..));
        is_grown.then(|| self.between(first, shape))
    }

    /// How many of some cells of the tile are where a layout places them, and how many of them it places inside the dump.
    pub(super) fn right(
        &self,
        among: impl Iterator<Item = Coord>,
        address: impl Fn(Coord) -> i64,
    ) -> (u32, u32) {
        let raws = among.filter_map(|cell| Some(self.is(self.certain.cells.at(address(cell))?, cell)));
        raws.fold((0, 0), |(right, of), is_right| (right + u32::from(is_right), of + 1))
    }

    /// Whether a raw value is that of a cell of the tile.
    fn is(&self, raw: u32, cell: Coord) -> bool {
        let written = self.certain.written;
        written.is(raw, value_of_cell(written, self.matrix, behind(self.origin, cell)))
    }

    /// Whether the last element of the dump belongs to the tile: it may have been cut.
    pub(super) fn is_cut(&self) -> bool {
        let cells = &self.certain.cells;
        let last = (cells.raw.len() as u32).saturating_sub(1) * cells.width;
        self.has_unit_of(cells.base + last)
    }

    fn has_unit_of(&self, address: u32) -> bool {
        let unit = address / 16;
        self.points.iter().any(|point| point.at / 16 == unit)
    }
}

/// Indices in order, as cells of a matrix, without a division each: there are many, and many matrices to try.
fn in_rows(certain: &[(u32, u32)], matrix: Extent) -> impl Iterator<Item = (Coord, u32)> {
    let (mut mn, mut first) = (0, 0);
    certain.iter().map(move |(index, at)| {
        let mut k = index - first;
        if k >= matrix.k {
            mn = index / matrix.k;
            first = mn * matrix.k;
            k = index - first;
        }
        (Coord { mn, k }, *at)
    })
}

/// The rows and columns that hold certain cells; where there are only a few, it is chance. Rounded numbers identify no cell,
/// but are there all the same.
fn bounds(certain: &[(u32, u32)], matrix: Extent, written: Written) -> Option<(Coord, Extent)> {
    let mut of_mn = vec![0_u32; matrix.mn as usize];
    let mut of_k = vec![0_u32; matrix.k as usize];
    for (Coord { mn, k }, _) in in_rows(certain, matrix) {
        of_mn[mn as usize] += 1;
        of_k[k as usize] += 1;
    }
    let range = |counts: &[u32]| {
        let most = counts.iter().copied().max().unwrap_or(0);
        let enough = (most / 4).max(1);
        let first = counts.iter().position(|count| *count >= enough)?;
        let last = counts.iter().rposition(|count| *count >= enough)?;
        Some((first as u32, (last - first + 1) as u32))
    };
    let ((mn, rows), (k, columns)) = (range(&of_mn)?, range(&of_k)?);
    if written.is_rounded() && mn == 0 {
        return Some((FIRST, matrix));
    }
    Some((Coord { mn, k }, Extent { mn: rows, k: columns }))
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
pub(super) fn most_common(values: impl IntoIterator<Item = i64>) -> Option<(i64, usize)> {
    let mut values: Vec<i64> = values.into_iter().collect();
    values.sort_unstable();
    let runs = values.chunk_by(|one, other| one == other);
    runs.map(|run| (run[0], run.len())).max_by_key(|(_, count)| *count)
}
