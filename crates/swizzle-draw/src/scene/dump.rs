//! A dump beside what is read of it: memory as it is, and the matrix as the tensor core reads it.

use crate::scene::memory::axes_of_lines;
use crate::scene::whole::Plain;
use crate::scene::{Axis, Cell, Label, Mark, PaneKind, Scene, Size};
use swizzle_core::hardware::{LINE_BYTES, LINE_UNITS, Major};
use swizzle_dump::{DumpPicture, DumpUnit, Held, UnitHolds, Value};

/// Memory in lines of 128 bytes: in each unit its first value, beneath it the expected one where another is there.
///
/// ```
/// use swizzle_draw::scene::{memory_of_dump, matrix_of_dump};
/// use swizzle_dump::{DumpPicture, Example, dump_from_bytes, read_of_tile, recognize};
/// let example = Example::NarrowMask;
/// let dumps = [dump_from_bytes(example.text().as_bytes(), 16).unwrap()];
/// let found = recognize(&dumps, &example.asked()).unwrap();
/// let read = read_of_tile(&dumps, &example.asked(), &found[0]);
/// assert_eq!(read.right_of(), (2048, 4096));
/// let picture = DumpPicture::new(&dumps, &example.asked(), Some(&found[0]), Some(read));
/// let (memory, matrix) = (memory_of_dump(&picture), matrix_of_dump(&picture));
/// // 256 bytes of poison before the tile, then a line a row.
/// let cell = |row: usize| (memory.cells[row * 8].label.to_string(), memory.beneath[row * 8].to_string());
/// assert_eq!(cell(0), ("beef".into(), String::new()));
/// assert_eq!(cell(2 + 3), ("216".into(), String::new()));
/// assert_eq!(cell(2 + 4), ("256".into(), "288".into()));
/// assert_eq!(matrix.cells[4 * 8].label.to_string(), "288");
/// assert_eq!(matrix.wrong.len(), 256);
/// // What is expected there is four units further.
/// assert_eq!(picture.meant_in_memory((2 + 4) * 8), Some((2 + 4) * 8 + 4));
/// ```
#[must_use]
pub fn memory_of_dump(picture: &DumpPicture) -> Scene {
    let lines = picture.lines();
    let address = |line: u32| format!("0x{:04x}", picture.first + i64::from(line * LINE_BYTES));
    let (across, down) = axes_of_lines(lines, address);
    let pattern_lines = picture.pattern_bytes() / LINE_BYTES;
    let first = (picture.first / i64::from(LINE_BYTES)) as u32;
    Plain {
        kind: PaneKind::Memory,
        title: "the dump in lines of 128 bytes".into(),
        size: Size {
            columns: LINE_UNITS,
            rows: lines,
        },
        across,
        down,
        breaks: (0, pattern_lines, first),
        cells: (0..lines * LINE_UNITS)
            .map(|unit| cell(picture.memory_unit(unit)))
            .collect(),
    }
    .scene()
}

/// The matrix that is read, in units along its contiguous side: in each unit its first value, beneath it the expected one where
/// another is read.
#[must_use]
pub fn matrix_of_dump(picture: &DumpPicture) -> Scene {
    let (columns, rows) = picture.matrix_size();
    let (first, extent) = picture.shape();
    let (along, across) = first.along_and_across(picture.major());
    let names = match picture.major() {
        Major::K => ["K →", "MN ↓"],
        Major::Mn => ["MN →", "K ↓"],
    };
    let units = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    Plain {
        kind: PaneKind::Matrix,
        title: format!("{} × {}", extent.mn, extent.k),
        size: Size { columns, rows },
        across: Axis {
            name: names[0],
            title: "first element of each unit".into(),
            heads: (0..columns)
                .map(|column| (along + column * picture.per_unit()).to_string())
                .collect(),
        },
        down: Axis {
            name: names[1],
            title: names[1].into(),
            heads: (0..rows).map(|row| (across + row).to_string()).collect(),
        },
        breaks: (0, 8, across),
        cells: units
            .map(|(column, row)| picture.matrix_unit(column, row).map_or(NOTHING, cell))
            .collect(),
    }
    .scene()
}

/// An empty cell and its label.
pub(super) const NOTHING: (Cell, Label) = (
    Cell {
        class: None,
        label: Label::Blank,
        mark: Mark::Plain,
    },
    Label::Blank,
);

/// A value as a label.
#[must_use]
pub const fn label_of_value(value: Option<Value>) -> Label {
    match value {
        None => Label::Blank,
        Some(Value::Index(index)) => Label::Number(index.cast_signed()),
        Some(Value::Pair(mn, k)) => Label::Pair(mn, k),
        Some(Value::Raw(raw, bytes)) => Label::Raw(raw, bytes),
    }
}

/// The cell of a unit, and the label beneath its value.
fn cell(unit: DumpUnit) -> (Cell, Label) {
    let DumpUnit {
        holds,
        first: Held {
            actual, expected, ..
        },
        of_line,
    } = unit;
    let [actual, expected] = [actual, expected].map(label_of_value);
    let class = Some(of_line as u8);
    let (class, label, mark, beneath) = match holds {
        UnitHolds::Right => (class, actual, Mark::Plain, Label::Blank),
        UnitHolds::Wrong => (class, actual, Mark::Wrong, expected),
        UnitHolds::Other => (None, actual, Mark::Plain, Label::Blank),
        UnitHolds::Nothing if expected == Label::Blank => return NOTHING,
        UnitHolds::Nothing => (None, expected, Mark::Missing, Label::Blank),
    };
    (Cell { class, label, mark }, beneath)
}
