//! A dump compared with a read, unit by unit: in memory, and in the matrix.

use super::*;
use swizzle_core::hardware::LINE_UNITS;

/// The content of a unit of 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitHolds {
    /// Cells of the read, each with its own value.
    Right,
    /// Cells of the read, at least one with another value.
    Wrong,
    /// Values that are not read: poison, padding, other parts of the tile.
    Other,
    /// Not in the dump.
    Nothing,
}

/// A value beside the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The value in the dump; `None` if it is not in the dump.
    pub actual: Option<Value>,
    /// The value expected there; `None` where nothing is read.
    pub expected: Option<Value>,
    /// Whether both are the same, or nothing is expected.
    pub is_right: bool,
}

/// A unit of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DumpUnit {
    /// Its content.
    pub holds: UnitHolds,
    /// Its first value.
    pub first: Held,
}

/// A dump beside what is read of it. Memory is counted in units from [`first`](Self::first), the matrix in units along its
/// contiguous side.
#[derive(Debug, Clone, PartialEq)]
pub struct DumpPicture {
    /// Address of the first line, as people count it.
    pub first: i64,
    pub(super) found: Option<Found>,
    /// Of no cells where nothing is read.
    pub(super) read: DumpRead,
    /// The same address, as the places of the read count.
    pub(super) base: i64,
    pub(super) width: u32,
    pub(super) raw: Vec<Option<u32>>,
    /// For each element of memory: the first cell that is read there, counted from that of the read.
    pub(super) cells: Vec<Option<Coord>>,
}

impl DumpPicture {
    /// The dump, compared with a read of it if there is one.
    pub fn new(dumps: &[Dump], asked: &Asked, found: Option<&Found>, read: Option<DumpRead>) -> Self {
        let without = || Rc::new(Cells::new(dumps, asked));
        let cells = found.map_or_else(without, |found| found.cells.clone());
        let none = (FIRST, Extent { mn: 0, k: 0 });
        let nothing = || DumpRead::new(&cells, (Swizzle::None, Major::K), none, |_| 0, |_, _| false);
        let read = read.unwrap_or_else(|| nothing().in_parts([], none.1));
        let width = cells.width;
        let from = cells.base / LINE_BYTES * LINE_BYTES;
        let before = ((cells.base - from) / width) as usize;
        let per_line = (LINE_BYTES / width) as usize;
        let all = (before + cells.raw.len()).next_multiple_of(per_line);
        let mut raw = vec![None; all];
        raw[before..before + cells.raw.len()].copy_from_slice(&cells.raw);
        let mut by_place = vec![None; all];
        for (cell, place) in coords(read.extent).zip(&read.places) {
            let at = usize::try_from((place - i64::from(from)) / i64::from(width)).ok();
            if let Some(first) = at.and_then(|at| by_place.get_mut(at)) {
                first.get_or_insert(cell);
            }
        }
        Self {
            first: cells.counted(from),
            found: found.cloned(),
            read,
            base: i64::from(from),
            width,
            raw,
            cells: by_place,
        }
    }

    /// Elements of a unit.
    pub const fn per_unit(&self) -> u32 {
        UNIT_BYTES / self.width
    }

    /// Lines of 128 bytes.
    pub const fn lines(&self) -> u32 {
        self.raw.len() as u32 * self.width / LINE_BYTES
    }

    /// The contiguous side of the matrix.
    pub fn major(&self) -> Major {
        self.found.as_ref().map_or(self.read.major, |found| found.major)
    }

    /// Bytes after which the pattern of the layout repeats.
    pub const fn pattern_bytes(&self) -> u32 {
        self.read.swizzle.pattern_bytes()
    }

    /// The first cell that is read, and the extent of the read; an empty one where nothing is.
    pub const fn shape(&self) -> (Coord, Extent) {
        (self.read.first, self.read.extent)
    }

    /// Units of the matrix across and down.
    pub fn matrix_size(&self) -> (u32, u32) {
        let (along, across) = self.shape().1.along_and_across(self.major());
        (along.div_ceil(self.per_unit()), across)
    }

    /// The cells of a unit of the matrix.
    fn cells_of_matrix(&self, column: u32, row: u32) -> impl Iterator<Item = Coord> {
        let (per_unit, major) = (self.per_unit(), self.major());
        let extent = self.shape().1;
        let cells = (column * per_unit..(column + 1) * per_unit).map(move |at| Coord::at(major, at, row));
        cells.filter(move |cell| extent.contains(*cell))
    }

    /// Returns the actual and expected value of a cell of the read.
    fn held(&self, cell: Coord) -> Option<Held> {
        let found = self.found.as_ref()?;
        let meant = behind(self.read.first, cell);
        Some(Held {
            actual: self.raw_of_cell(cell).map(|raw| found.value_from_raw(raw)),
            expected: Some(found.expected_value(meant)),
            is_right: !self.is_wrong(cell),
        })
    }

    /// A unit of the matrix.
    pub fn matrix_unit(&self, column: u32, row: u32) -> Option<DumpUnit> {
        let all: Vec<Held> = self.cells_of_matrix(column, row).filter_map(|cell| self.held(cell)).collect();
        Some(DumpUnit { holds: holds(&all), first: *all.first()? })
    }

    /// The values of a unit of memory.
    pub fn values(&self, unit: u32) -> Vec<Held> {
        let first = unit * self.per_unit();
        let held = |at: u32| {
            let raw = self.raw.get(at as usize).copied().flatten();
            let value = |raw| match &self.found {
                Some(found) => found.value_from_raw(raw),
                None => Value::Raw(raw, self.width),
            };
            let expected = self.cells.get(at as usize).copied().flatten();
            let held = expected.and_then(|cell| self.held(cell));
            held.unwrap_or_else(|| Held { actual: raw.map(value), expected: None, is_right: true })
        };
        (first..first + self.per_unit()).map(held).collect()
    }

    /// A unit of memory.
    pub fn memory_unit(&self, unit: u32) -> DumpUnit {
        let all = self.values(unit);
        DumpUnit { holds: holds(&all), first: all[0] }
    }

    /// The unit of memory in which a unit of the matrix begins, if it is in the dump.
    pub fn memory_of_matrix(&self, column: u32, row: u32) -> Option<u32> {
        let first = self.cells_of_matrix(column, row).next()?;
        let at = self.memory_of_cell(first)?;
        Some(at.mn * LINE_UNITS + at.k / self.per_unit())
    }

    /// The unit of the matrix that is read from a unit of memory first.
    pub fn matrix_of_memory(&self, unit: u32) -> Option<(u32, u32)> {
        let first = (unit * self.per_unit()) as usize;
        let mut of_unit = self.cells.iter().skip(first).take(self.per_unit() as usize);
        let (along, across) = of_unit.find_map(|cell| *cell)?.along_and_across(self.major());
        Some((along / self.per_unit(), across))
    }

    /// The unit of the tile whose first value a unit of memory holds, by column and row; `None` where that value is of none.
    ///
    /// ```
    /// use swizzle_dump::{DumpPicture, Example, dump_from_bytes, read_of_tile, recognize};
    /// let example = Example::NarrowMask;
    /// let dumps = [dump_from_bytes(example.text().as_bytes(), 16).unwrap()];
    /// let found = recognize(&dumps, &example.asked()).unwrap();
    /// let read = read_of_tile(&found[0]);
    /// assert_eq!(read.right_of(), (2048, 4096));
    /// let picture = DumpPicture::new(&dumps, &example.asked(), Some(&found[0]), Some(read));
    /// // 256 bytes of poison before the tile, then a line a row; row 4 is not permuted.
    /// assert_eq!(picture.source(0), None);
    /// assert_eq!((picture.source((2 + 3) * 8), picture.source((2 + 4) * 8)), (Some((3, 3)), Some((0, 4))));
    /// // There unit 4 of the row is expected, which is four units further.
    /// assert_eq!(picture.matrix_of_memory((2 + 4) * 8), Some((4, 4)));
    /// ```
    pub fn source(&self, unit: u32) -> Option<(u32, u32)> {
        let found = self.found.as_ref()?;
        let of = self.memory_unit(unit);
        let value = of.first.actual?;
        // Rounded numbers name their neighbours, too.
        if of.holds == UnitHolds::Right {
            return self.matrix_of_memory(unit);
        }
        let of_tile = found.cell_named(value)?;
        let (along, across) = of_tile.along_and_across(found.major);
        along.is_multiple_of(self.per_unit()).then_some((along / self.per_unit(), across))
    }

    /// Address of a unit of memory, as people count it.
    pub fn address(&self, unit: u32) -> i64 {
        self.first + i64::from(unit) * i64::from(UNIT_BYTES)
    }

    /// The first unit of memory that is read.
    pub fn first_read(&self) -> u32 {
        self.cells.iter().position(Option::is_some).unwrap_or(0) as u32 / self.per_unit()
    }

    /// Text on what a unit of memory holds, and on what is expected there: `Row 3, columns 40–47 of the matrix.`
    pub fn unit_text(&self, unit: u32) -> (String, String) {
        let of = self.memory_unit(unit);
        let count = self.per_unit();
        let cells = |value: Option<Value>| {
            let found = self.found.as_ref()?;
            let (along, across) = found.cell_of_matrix(value?)?.along_and_across(found.major);
            let last = along + count - 1;
            Some(match found.major {
                Major::K => format!("ow {across}, columns {along}–{last}"),
                Major::Mn => format!("ows {along}–{last}, column {across}"),
            })
        };
        let actual = match (of.holds, cells(of.first.actual)) {
            (UnitHolds::Nothing, _) => "Not in the dump.".into(),
            (_, Some(cells)) => format!("R{cells} of the matrix."),
            (_, None) => "No index of the matrix.".into(),
        };
        let expected = match (of.holds, cells(of.first.expected)) {
            (UnitHolds::Right, _) => "Actual and expected agree.".into(),
            (_, Some(cells)) => format!("Expected: r{cells}."),
            (UnitHolds::Wrong | UnitHolds::Other | UnitHolds::Nothing, None) => "Not read.".into(),
        };
        (actual, expected)
    }
}

/// Returns the content of a unit with these values.
fn holds(values: &[Held]) -> UnitHolds {
    let is_there = |held: &Held| held.actual.is_some();
    let read: Vec<Held> = values.iter().filter(|held| held.expected.is_some()).copied().collect();
    match &read[..] {
        [] if values.iter().any(is_there) => UnitHolds::Other,
        read if !read.iter().any(is_there) => UnitHolds::Nothing,
        read if read.iter().all(|held| held.is_right) => UnitHolds::Right,
        _ => UnitHolds::Wrong,
    }
}
