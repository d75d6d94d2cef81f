//! A box of TMA beside what a descriptor reads of it: the box, and the shared memory where it lands.

use crate::scene::dump::NOTHING;
use crate::scene::memory::axes_of_lines;
use crate::scene::whole::Plain;
use crate::scene::{Axis, Cell, CellAt, Label, Mark, PaneKind, Run, Scene, Size};
use swizzle_core::hardware::{Element, LINE_BYTES, LINE_UNITS, Major, UNIT_BYTES};
use swizzle_core::law::Coord;
use swizzle_core::tma::Landing;
use swizzle_lints::tma::Meeting;

/// A unit of the box, and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BoxUnit {
    /// Its address after the copy.
    written: u32,
    /// The address from which it is read, if it is read.
    read: Option<u32>,
}

/// A box that landed, in units of 16 bytes: row by row, and where each is in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct BoxPicture {
    major: Major,
    element: Element,
    /// Units of a row.
    columns: u32,
    rows: u32,
    units: Vec<BoxUnit>,
    /// Address of the first line, and lines.
    lines: (u32, u32),
    /// For each unit of memory: the unit of the box that is there, and the one that is read there.
    memory: Vec<(Option<u32>, Option<u32>)>,
    pattern_bytes: u32,
}

/// The most units that a picture has: those of shared memory.
const UNITS_MAX: u32 = 1 << 14;

impl BoxPicture {
    /// A box that landed, and how a descriptor meets it, if there is one.
    #[must_use]
    pub fn new(landing: &Landing, element: Element, major: Major, met: Option<&Meeting>) -> Self {
        let columns = landing.inner_bytes.div_ceil(UNIT_BYTES).max(1);
        let rows = landing.rows.min(UNITS_MAX / columns.min(UNITS_MAX));
        let places = (0..rows).flat_map(|row| (0..columns).map(move |unit| (row, unit)));
        let mut units: Vec<BoxUnit> = places
            .map(|(row, unit)| BoxUnit {
                written: landing.address(row, unit * UNIT_BYTES).unwrap_or(0),
                read: None,
            })
            .collect();
        let per_unit = element.per_unit();
        if let Some(met) = met {
            let (first, extent) = met.read;
            let (along, across) = extent.along_and_across(major);
            let (first_along, first_across) = first.along_and_across(major);
            for row in 0..across {
                for at in (0..along).step_by(per_unit as usize) {
                    let unit = (first_along + at) / per_unit;
                    let place = ((first_across + row) * columns + unit) as usize;
                    if let Some(of_box) = units.get_mut(place).filter(|_| unit < columns) {
                        let cell = Coord::at(major, at, row);
                        of_box.read = Some(met.layout.byte_from_element(cell).byte);
                    }
                }
            }
        }
        let all = units
            .iter()
            .flat_map(|unit| [Some(unit.written), unit.read])
            .flatten();
        let line = |address: u32| address / LINE_BYTES;
        let first = all.clone().map(line).min().unwrap_or(0);
        let last = all.map(line).max().unwrap_or(0);
        let lines = (last - first + 1).min(UNITS_MAX / LINE_UNITS);
        let mut memory = vec![(None, None); (lines * LINE_UNITS) as usize];
        let unit_of = |address: u32| ((address - first * LINE_BYTES) / UNIT_BYTES) as usize;
        for (unit, number) in units.iter().zip(0..) {
            if let Some((written, _)) = memory.get_mut(unit_of(unit.written)) {
                *written = Some(number);
            }
            let read = unit.read.and_then(|at| memory.get_mut(unit_of(at)));
            if let Some((_, read)) = read {
                read.get_or_insert(number);
            }
        }
        Self {
            major,
            element,
            columns,
            rows,
            units,
            lines: (first * LINE_BYTES, lines),
            memory,
            pattern_bytes: landing.pattern_bytes(),
        }
    }

    /// The number of a unit of the box among those of memory.
    fn number(&self, address: u32) -> i32 {
        (i64::from(address / UNIT_BYTES) - i64::from(self.lines.0 / UNIT_BYTES)) as i32
    }

    fn place(&self, unit: u32) -> Label {
        Label::Pair(unit / self.columns, unit % self.columns)
    }

    /// The box, row by row: in each unit the unit of memory from which it is read, beneath it the one to which it is written
    /// where that is another.
    #[must_use]
    pub fn box_scene(&self) -> Scene {
        let cell = |unit: &BoxUnit| {
            let at = unit.read.unwrap_or(unit.written);
            let is_wrong = at != unit.written;
            let number = |address| Label::Number(self.number(address));
            let cell = Cell {
                class: Some((at / UNIT_BYTES % LINE_UNITS) as u8),
                label: number(at),
                mark: if is_wrong { Mark::Wrong } else { Mark::Plain },
            };
            let beneath = is_wrong.then(|| number(unit.written));
            (cell, beneath.unwrap_or(Label::Blank))
        };
        let names = match self.major {
            Major::K => ["K →", "MN ↓"],
            Major::Mn => ["MN →", "K ↓"],
        };
        let size = Size {
            columns: self.columns,
            rows: self.rows,
        };
        let per_unit = self.element.per_unit();
        let reads = (0..)
            .zip(&self.units)
            .filter(|(_, unit)| unit.read.is_some())
            .map(|(number, _)| number);
        let scene = Plain {
            kind: PaneKind::Matrix,
            title: format!("{} rows of {} units", self.rows, self.columns),
            size,
            across: Axis {
                name: names[0],
                title: "first element of each unit".into(),
                heads: (0..size.columns)
                    .map(|unit| (unit * per_unit).to_string())
                    .collect(),
            },
            down: Axis {
                name: names[1],
                title: names[1].into(),
                heads: (0..size.rows).map(|row| row.to_string()).collect(),
            },
            breaks: (0, 8, 0),
            cells: self.units.iter().map(cell).collect(),
        };
        Scene {
            reads: runs(reads, self.columns),
            ..scene.scene_of(&|at| self.units[at as usize].read.is_some())
        }
    }

    /// Shared memory: in each unit the row and the unit of the box that are there, beneath them those that are read there where
    /// they are others.
    #[must_use]
    pub fn memory_scene(&self) -> Scene {
        let (first, lines) = self.lines;
        let cell = |(at, (written, read)): (u32, &(Option<u32>, Option<u32>))| {
            let class = Some((at % LINE_UNITS) as u8);
            let label = written.map_or(Label::Blank, |unit| self.place(unit));
            match (written, read) {
                (None, None) => NOTHING,
                (Some(_), None) => (
                    Cell {
                        class,
                        label,
                        mark: Mark::Plain,
                    },
                    Label::Blank,
                ),
                (written, Some(read)) if *written == Some(*read) => (
                    Cell {
                        class,
                        label,
                        mark: Mark::Plain,
                    },
                    Label::Blank,
                ),
                (_, Some(read)) => (
                    Cell {
                        class,
                        label,
                        mark: Mark::Wrong,
                    },
                    self.place(*read),
                ),
            }
        };
        let reads = (0..)
            .zip(&self.memory)
            .filter(|(_, (_, read))| read.is_some())
            .map(|(unit, _)| unit);
        let address = |line: u32| format!("0x{:04x}", first + line * LINE_BYTES);
        let (across, down) = axes_of_lines(lines, address);
        let scene = Plain {
            kind: PaneKind::Memory,
            title: "lines of 128 bytes".into(),
            size: Size {
                columns: LINE_UNITS,
                rows: lines,
            },
            across,
            down,
            breaks: (0, self.pattern_bytes / LINE_BYTES, first / LINE_BYTES),
            cells: (0..).zip(&self.memory).map(cell).collect(),
        };
        Scene {
            reads: runs(reads, LINE_UNITS),
            ..scene.scene_of(&|at| self.memory[at as usize].1.is_some())
        }
    }

    /// The unit of the box that is in a unit of memory, or is read there.
    #[must_use]
    pub fn box_of_memory(&self, at: CellAt) -> Option<CellAt> {
        let unit = (at.row * LINE_UNITS + at.column) as usize;
        let (written, read) = *self.memory.get(unit)?;
        let unit = written.or(read)?;
        Some(CellAt {
            column: unit % self.columns,
            row: unit / self.columns,
        })
    }

    /// Returns the cell of memory to which the unit that is read in a cell is written, if the two differ.
    #[must_use]
    pub fn meant_in_memory(&self, at: CellAt) -> Option<CellAt> {
        let unit = (at.row * LINE_UNITS + at.column) as usize;
        let (written, read) = *self.memory.get(unit)?;
        let read = read.filter(|read| written != Some(*read))?;
        self.memory_of_box(CellAt {
            column: read % self.columns,
            row: read / self.columns,
        })
    }

    /// The unit of memory to which a unit of the box is written.
    #[must_use]
    pub fn memory_of_box(&self, at: CellAt) -> Option<CellAt> {
        let unit = self
            .units
            .get((at.row * self.columns + at.column) as usize)?;
        let unit = self.number(unit.written).cast_unsigned();
        Some(CellAt {
            column: unit % LINE_UNITS,
            row: unit / LINE_UNITS,
        })
    }

    /// Text on a unit of the box: `Row 3, K 40–47 → 0x5e0, banks 24–27`.
    #[must_use]
    pub fn unit_text(&self, at: CellAt) -> Option<String> {
        let unit = self
            .units
            .get((at.row * self.columns + at.column) as usize)?;
        let per_unit = self.element.per_unit();
        let first = at.column * per_unit;
        let (along, across) = match self.major {
            Major::K => ("K", "Row"),
            Major::Mn => ("MN", "K"),
        };
        let bank = unit.written / 4 % 32;
        let written = unit.written;
        let mut text = format!(
            "{across} {}, {along} {first}–{} → {written:#x}, banks {bank}–{}",
            at.row,
            first + per_unit - 1,
            bank + 3
        );
        if let Some(read) = unit.read.filter(|read| *read != written) {
            text += &format!("; read at {read:#x}");
        }
        Some(text)
    }
}

/// Cells as runs of neighbours in a row.
fn runs(cells: impl Iterator<Item = u32>, columns: u32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for at in cells {
        let (row, column) = (at / columns, at % columns);
        Run::push(&mut runs, row, column..column + 1);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::descriptor::Descriptor;
    use swizzle_core::tma::{DataType, MapSwizzle, TensorMap, landing_from_map};
    use swizzle_lints::tma::{BoxAt, Boxes, boxes_against_descriptor};

    fn picture(descriptor: u64) -> BoxPicture {
        let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (512, 512), (64, 128));
        let landing = landing_from_map(&map, 0x400).unwrap();
        let boxes = Boxes {
            map,
            major: Major::K,
            boxes: vec![BoxAt {
                origin: Coord { mn: 0, k: 0 },
                destination_bytes: 0x400,
            }],
        };
        let met = boxes_against_descriptor(&boxes, Element::Bf16, Descriptor::guessed(descriptor));
        BoxPicture::new(&landing, Element::Bf16, Major::K, Some(&met))
    }

    #[test]
    fn a_read_that_meets_its_box_is_outlined_and_nothing_is_wrong() {
        let picture = picture(0x4000_0040_0001_0040);
        let (of_box, memory) = (picture.box_scene(), picture.memory_scene());
        assert!(of_box.wrong.is_empty() && memory.wrong.is_empty());
        // Row 3 has its units exchanged, by 3.
        let labels: Vec<String> = of_box.cells[24..32]
            .iter()
            .map(|cell| cell.label.to_string())
            .collect();
        assert_eq!(labels, ["27", "26", "25", "24", "31", "30", "29", "28"]);
        assert_eq!(memory.cells[3 * 8 + 6].label, Label::Pair(3, 5));
        assert_eq!(
            (of_box.reads.len(), of_box.reads[0].columns.clone()),
            (64, 0..2)
        );
        let units: usize = memory.reads.iter().map(|run| run.columns.len()).sum();
        assert_eq!(units, 128);
        let at = CellAt { column: 5, row: 3 };
        let there = picture.memory_of_box(at).unwrap();
        assert_eq!(there, CellAt { column: 6, row: 3 });
        assert_eq!(picture.box_of_memory(there), Some(at));
        let text = picture.unit_text(at).unwrap();
        assert_eq!(text, "Row 3, K 40–47 → 0x5e0, banks 24–27");
    }

    #[test]
    fn a_read_elsewhere_is_red_with_what_is_expected_beneath() {
        // Without a swizzle, and with the strides of one.
        let picture = picture(0x0000_0040_0001_0040);
        let memory = picture.memory_scene();
        assert!(!memory.wrong.is_empty());
        let wrong = memory.cells.iter().zip(&memory.beneath);
        let wrong: Vec<_> = wrong.filter(|(cell, _)| cell.mark == Mark::Wrong).collect();
        assert!(wrong.iter().all(|(cell, beneath)| cell.label != **beneath));
        let of_box = picture.box_scene();
        assert!(of_box.wrong.len() > of_box.right.len());
        // Row 1, unit 1 is read from the third unit, and is written to the second line.
        let at = CellAt { column: 1, row: 0 };
        assert_eq!(picture.meant_in_memory(at), None);
        let read = memory
            .beneath
            .iter()
            .position(|at| *at == Label::Pair(1, 1));
        let read = read.map(|at| CellAt {
            column: at as u32 % LINE_UNITS,
            row: at as u32 / LINE_UNITS,
        });
        let meant = read.and_then(|at| picture.meant_in_memory(at));
        assert_eq!(meant, picture.memory_of_box(CellAt { column: 1, row: 1 }));
    }
}
