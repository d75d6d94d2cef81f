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
        let held = found.map_or_else(without, |found| found.cells.clone());
        let read = read.unwrap_or_else(|| {
            let form = (Swizzle::None, found.map_or(Major::K, |found| found.major));
            let none = (FIRST, Extent { mn: 0, k: 0 });
            DumpRead { areas: Vec::new(), ..DumpRead::new(&held, form, none, |_| 0, |_, _| false) }
        });
        let (width, from) = (held.width, held.base / LINE_BYTES * LINE_BYTES);
        let mut raw = vec![None; ((held.base - from) / width) as usize];
        raw.extend(&held.raw);
        raw.resize(raw.len().next_multiple_of((LINE_BYTES / width) as usize), None);
        let (base, mut cells) = (i64::from(from), vec![None; raw.len()]);
        for (cell, place) in coords(read.extent).zip(&read.places) {
            let at = usize::try_from((place - base) / i64::from(width)).ok();
            if let Some(first) = at.and_then(|at| cells.get_mut(at)) {
                first.get_or_insert(cell);
            }
        }
        Self { first: held.counted(from), found: found.cloned(), read, base, width, raw, cells }
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
    pub const fn major(&self) -> Major {
        self.read.major
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
        let along = column * self.per_unit()..(column + 1) * self.per_unit();
        let cells = along.map(move |at| Coord::at(self.major(), at, row));
        cells.filter(|cell| self.read.extent.contains(*cell))
    }

    /// The unit of the matrix in which a cell is, by column and row.
    fn unit_of(&self, cell: Coord) -> (u32, u32) {
        let (along, across) = cell.along_and_across(self.major());
        (along / self.per_unit(), across)
    }

    /// A raw value: by the cell that it names, where a layout was found.
    pub(super) fn value(&self, raw: u32) -> Value {
        self.found.as_ref().map_or(Value::Raw(raw, self.width), |found| found.value_from_raw(raw))
    }

    /// Returns the actual and expected value of a cell of the read.
    fn held(&self, cell: Coord) -> Option<Held> {
        let found = self.found.as_ref()?;
        Some(Held {
            actual: self.raw_of_cell(cell).map(|raw| found.value_from_raw(raw)),
            expected: Some(found.expected_value(behind(self.read.first, cell))),
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
            let at = self.line_and_element(at);
            let held = self.cell_of_memory(at).and_then(|cell| self.held(cell));
            let actual = self.raw_of_memory(at).map(|raw| self.value(raw));
            held.unwrap_or(Held { actual, expected: None, is_right: true })
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
        of_unit.find_map(|cell| *cell).map(|cell| self.unit_of(cell))
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
        let cell = found.cell_named(value)?;
        let is_first = cell.along_and_across(found.major).0.is_multiple_of(self.per_unit());
        is_first.then(|| self.unit_of(cell))
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
            (_, None) => "Not read.".into(),
        };
        (actual, expected)
    }
}

/// Returns the content of a unit with these values.
fn holds(values: &[Held]) -> UnitHolds {
    let is_read = values.iter().any(|held| held.expected.is_some());
    let is_there = |held: &Held| held.actual.is_some() && held.expected.is_some() == is_read;
    match values {
        values if !values.iter().any(is_there) => UnitHolds::Nothing,
        _ if !is_read => UnitHolds::Other,
        // What is not expected is right.
        values if values.iter().all(|held| held.is_right) => UnitHolds::Right,
        _ => UnitHolds::Wrong,
    }
}
