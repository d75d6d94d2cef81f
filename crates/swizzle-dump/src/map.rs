//! A dump as a picture: the content of each unit of 16 bytes.

use std::fmt::Write as _;

use crate::asked::Asked;
use crate::found::Found;
use crate::memory::Dump;
use crate::places::Cells;
use crate::values::Written;
use swizzle_core::hardware::{LINE_UNITS, UNIT_BYTES};
use swizzle_core::law::Coord;
use swizzle_core::named;

/// The content of a unit of 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitHolds {
    /// Cells of the tile, each with its own value.
    Right,
    /// Cells of the tile, at least one with another value.
    Wrong,
    /// Not part of the tile: poison, padding, earlier data.
    Other,
    /// Not in the dump.
    Nothing,
}

named!(
    UnitHolds,
    "unit",
    Right => "right",
    Wrong => "wrong",
    Other => "not of the tile",
    Nothing => "not in the dump",
);

/// A dump as lines of eight units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpMap {
    /// Address of the first line.
    pub first: i64,
    units: Vec<Unit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Unit {
    holds: UnitHolds,
    /// The first cell of the layout in it.
    cell: Option<Coord>,
    /// The first word, if it is in the dump.
    word: Option<u32>,
}

impl DumpMap {
    /// The dump compared with a layout.
    #[must_use]
    pub fn new(dumps: &[Dump], asked: &Asked, found: Option<&Found>) -> Self {
        let is_pair = found.is_some_and(|found| found.written == Written::Pair);
        let cells = Cells::new(dumps, asked.element_bits / 8, asked.address, is_pair);
        let line = UNIT_BYTES * LINE_UNITS;
        let from = cells.base / line * line;
        let end = cells.base + cells.raw.len() as u32 * cells.width;
        let count = (end.div_ceil(line) * line - from) / UNIT_BYTES;
        let nothing = Unit {
            holds: UnitHolds::Nothing,
            cell: None,
            word: None,
        };
        let mut units = vec![nothing; count as usize];
        for (raw, at) in cells.raw.iter().zip(0..) {
            let unit = (cells.base + at * cells.width - from) / UNIT_BYTES;
            if raw.is_some() {
                units[unit as usize].holds = UnitHolds::Other;
            }
        }
        if let Some(dump) = dumps.first() {
            for (unit, at) in units.iter_mut().zip(0_u32..) {
                let offset = (from + at * UNIT_BYTES).checked_sub(cells.base);
                unit.word = offset.and_then(|offset| dump.number(offset as usize, 4));
            }
        }
        let shape = found.map_or((0, 0), |found| (found.shape.mn, found.shape.k));
        for cell in (0..shape.0).flat_map(|mn| (0..shape.1).map(move |k| Coord { mn, k })) {
            let Some(at) = found.and_then(|found| found.place(cell)) else {
                continue;
            };
            let place = (at - i64::from(from)) / i64::from(UNIT_BYTES);
            let unit = usize::try_from(place)
                .ok()
                .and_then(|unit| units.get_mut(unit));
            if let (Some(unit), Some(raw)) = (unit, cells.at(at)) {
                let is_right = found.is_some_and(|found| found.is(raw, cell));
                unit.holds = match (unit.holds, is_right) {
                    (UnitHolds::Wrong, _) | (_, false) => UnitHolds::Wrong,
                    (UnitHolds::Right | UnitHolds::Other | UnitHolds::Nothing, true) => {
                        UnitHolds::Right
                    }
                };
                unit.cell.get_or_insert(cell);
            }
        }
        Self {
            first: cells.counted(from),
            units,
        }
    }

    /// How many lines of 128 bytes there are.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.units.len() as u32 / LINE_UNITS
    }

    /// Number of units with this content.
    #[must_use]
    pub fn count(&self, holds: UnitHolds) -> usize {
        self.units.iter().filter(|unit| unit.holds == holds).count()
    }

    /// The units with this content as path data: squares of size 1, eight per line.
    #[must_use]
    pub fn path(&self, holds: UnitHolds) -> String {
        let mut path = String::new();
        for (unit, at) in self.units.iter().zip(0_u32..) {
            if unit.holds == holds {
                let (x, y) = (at % LINE_UNITS, at / LINE_UNITS);
                // Writing to a string does not fail.
                let _ = write!(path, "M{x} {y}h1v1h-1z");
            }
        }
        path
    }

    /// Letters of a line of [`text`](Self::text) before its first unit.
    pub const BEFORE: u32 = 9;
    /// Letters of a unit.
    pub const LETTERS: u32 = 9;

    /// The first lines as text: the address, and for each unit its first cell as `mn,k`, or its first word if it is not part of the
    /// tile.
    #[must_use]
    pub fn text(&self, lines: u32) -> String {
        let units = LINE_UNITS as usize;
        let mut text = String::new();
        let shown = self.units.chunks(units).take(lines as usize);
        for (line, at) in shown.zip(0..) {
            let address = self.first + at * i64::from(UNIT_BYTES * LINE_UNITS);
            // Writing to a string does not fail.
            let _ = write!(text, "{address:#07x} |");
            for unit in line {
                let word = match (unit.cell, unit.word) {
                    (Some(Coord { mn, k }), _) => format!("{mn},{k}"),
                    (None, Some(word)) => format!("{word:08x}"),
                    (None, None) => "·".into(),
                };
                let _ = write!(text, "{word:>9}");
            }
            text.push('\n');
        }
        text
    }

    /// Text on the content of a unit.
    #[must_use]
    pub fn unit_text(&self, line: u32, unit: u32) -> Option<String> {
        let one = self.units.get((line * LINE_UNITS + unit) as usize)?;
        let address = self.first + i64::from((line * LINE_UNITS + unit) * UNIT_BYTES);
        let what = match one.holds {
            UnitHolds::Right => "right",
            UnitHolds::Wrong => "a different value than the layout has here",
            UnitHolds::Other => "not of the tile",
            UnitHolds::Nothing => "not in the dump",
        };
        Some(match one.cell {
            Some(Coord { mn, k }) => format!("{address:#x}: from (mn {mn}, k {k}), {what}"),
            None => format!("{address:#x}: {what}"),
        })
    }
}
