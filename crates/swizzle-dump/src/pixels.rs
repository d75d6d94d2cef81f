//! A dump cell by cell, one a pixel: which cell's value arrives in place of each, or how large it is among all values.

use super::*;

impl DumpPicture {
    /// Whether each cell has an expected value: a layout was found.
    pub const fn has_expected(&self) -> bool {
        self.found.is_some() && !self.read.values.is_empty()
    }

    /// The cells of the read, row by row.
    pub fn coords(&self) -> impl Iterator<Item = Coord> + use<> {
        coords(self.read.extent)
    }

    /// The cells that each read covers, in turn: its first cell and its size.
    pub fn areas(&self) -> &[(Coord, Extent)] {
        &self.read.areas
    }

    /// The raw value that arrives in place of a cell of the read; `None` where the dump does not have it.
    pub fn raw_of_cell(&self, cell: Coord) -> Option<u32> {
        *self.read.values.get(self.number(cell)?)?
    }

    /// Whether another value than the expected one arrives in place of a cell, or none.
    pub fn is_wrong(&self, cell: Coord) -> bool {
        self.number(cell).is_some_and(|number| !self.read.is_right[number])
    }

    /// The cell of the tile whose value arrives in place of one, where values are indices; `None` where no cell of the tile has
    /// it. Rounded numbers name the nearest cell that they can.
    pub fn cell_for(&self, cell: Coord) -> Option<Coord> {
        let (found, raw) = (self.found.as_ref()?, self.raw_of_cell(cell)?);
        if self.is_wrong(cell) { found.cell_named(self.value(raw)) } else { Some(cell) }
    }

    /// Lines of 128 bytes, and elements of a line.
    pub const fn memory_extent(&self) -> Extent {
        Extent { mn: self.lines(), k: LINE_BYTES / self.width }
    }

    /// The line and the element of the line that is read in place of a cell, if it is in the dump.
    pub fn memory_of_cell(&self, cell: Coord) -> Option<Coord> {
        let place = self.place(cell)?;
        let at = self.line_and_element(u32::try_from(place - self.base).ok()? / self.width);
        self.memory_extent().contains(at).then_some(at)
    }

    /// The line of an element of memory, and the element of the line.
    pub(super) const fn line_and_element(&self, element: u32) -> Coord {
        let per_line = self.memory_extent().k;
        Coord { mn: element / per_line, k: element % per_line }
    }

    /// The first cell in whose place an element of a line is read.
    pub fn cell_of_memory(&self, at: Coord) -> Option<Coord> {
        *self.cells.get(self.element(at))?
    }

    /// The raw value of an element of a line; `None` where the dump does not have it.
    pub fn raw_of_memory(&self, at: Coord) -> Option<u32> {
        *self.raw.get(self.element(at))?
    }

    /// Text on a cell: what arrives in its place, from where, and what is expected: `Row 3, K 40: 232 from 0x5e0, as expected.`
    pub fn cell_text(&self, cell: Coord) -> String {
        let name = format!("Row {}, K {}", cell.mn, cell.k);
        let from = self.place(cell).filter(|place| *place >= 0);
        let Some(from) = from.map(|place| self.first + place - self.base) else {
            return format!("{name}: not read.");
        };
        let Some(raw) = self.raw_of_cell(cell) else {
            return format!("{name}: read from {from:#x}, which is not in the dump.");
        };
        let expected = match &self.found {
            None => String::new(),
            Some(found) if self.is_wrong(cell) => format!("; expected {:#}", found.expected_value(cell)),
            Some(_) => ", as expected".into(),
        };
        format!("{name}: {:#} from {from:#x}{expected}.", self.value(raw))
    }

    /// Text on an element of a line, and on the cell in whose place it is read.
    pub fn memory_text(&self, at: Coord) -> String {
        if let Some(cell) = self.cell_of_memory(at) {
            return self.cell_text(cell);
        }
        let byte = self.first + self.element(at) as i64 * i64::from(self.width);
        match self.raw_of_memory(at) {
            Some(raw) => format!("{byte:#x}: {:#}, not read.", Value::Raw(raw, self.width)),
            None => format!("{byte:#x}: not in the dump."),
        }
    }

    /// How large each value of the dump is among the different ones: as floats, or as unsigned integers.
    pub fn shades(&self, is_integer: bool) -> Shades {
        let mut shades = Shades { bits: self.width * 8, is_integer, keys: Vec::new() };
        shades.keys = self.raw.iter().flatten().map(|raw| shades.key(*raw)).collect();
        shades.keys.sort_unstable();
        shades.keys.dedup();
        shades
    }

    /// The number of an element of a line in memory.
    const fn element(&self, at: Coord) -> usize {
        (at.mn * self.memory_extent().k + at.k) as usize
    }

    fn place(&self, cell: Coord) -> Option<i64> {
        self.read.places.get(self.number(cell)?).copied()
    }

    /// The number of a cell in the read.
    fn number(&self, cell: Coord) -> Option<usize> {
        let extent = self.read.extent;
        extent.contains(cell).then_some((cell.mn * extent.k + cell.k) as usize)
    }
}

/// The different values of a dump, by size: a few huge ones do not take the contrast of the rest.
#[derive(Debug, Clone)]
pub struct Shades {
    bits: u32,
    is_integer: bool,
    keys: Vec<i64>,
}

impl Shades {
    /// A number that is larger for a larger value. A float's bits without its sign grow with it, in every format.
    const fn key(&self, raw: u32) -> i64 {
        let sign = 1 << (self.bits - 1);
        if self.is_integer || raw & sign == 0 { raw as i64 } else { -((raw & (sign - 1)) as i64) }
    }

    /// How many different values are smaller, of 255: 0 for the smallest, 255 for the largest.
    pub fn shade(&self, raw: u32) -> u8 {
        let key = self.key(raw);
        let smaller = self.keys.partition_point(|other| *other < key);
        let last = self.keys.len().saturating_sub(1).max(1);
        (smaller.min(last) * 255 / last) as u8
    }
}
