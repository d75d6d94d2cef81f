//! Sums of each scene as tables: what the column beside the pictures says.

use super::read::{BOX, JourneyRead, K, ROW, START_BYTES, STEP, UNIT, WIDTH, a, b, matrix_byte, slot_of_sum};
use super::words::{cell_formulas, lbo_notes, signed};
use swizzle_core::Element;
use swizzle_core::hardware::{LINE_BYTES, UNIT_BYTES};
use swizzle_infer::trace::trace_from_element;
use swizzle_text::{grouped, readings_from_descriptor};

/// What a cell of a table is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    /// Nothing in particular.
    #[default]
    Plain,
    /// The element that is followed.
    Followed,
    /// It differs from what is expected.
    Wrong,
}

/// A cell: what it says, and what it is about.
pub type Cell = (String, Tone);

/// A table with its title and a remark.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// Its title.
    pub title: String,
    /// A remark under that; empty where there is none.
    pub about: String,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

/// Rows of D of which the sixth scene tells the sum, beside that of the element.
const SUMS: std::ops::Range<u32> = 8..16;

fn plain(words: impl Into<String>) -> Cell {
    (words.into(), Tone::Plain)
}

/// A cell that is followed, or not.
fn followed(words: String, is_it: bool) -> Cell {
    (words, if is_it { Tone::Followed } else { Tone::Plain })
}

/// The tables of a scene, for a read as it is and as it should be.
///
/// ```
/// use swizzle_draw::journey::{JourneyRead, Tone, tables};
/// let [broken, right] = [128, 1024].map(|sbo| JourneyRead::of(sbo, 0));
/// let sums = &tables(5, &broken, &right)[0].rows;
/// let row_10 = sums.iter().find(|row| row[0].0 == "D[10][0]").unwrap();
/// assert_eq!((&*row_10[1].0, row_10[1].1, &*row_10[2].0), ("43", Tone::Wrong, "10"));
/// ```
pub fn tables(scene: usize, read: &JourneyRead, right: &JourneyRead) -> Vec<Table> {
    match scene {
        0 => vec![matrix()],
        1 => vec![copied()],
        2 => vec![threads(right)],
        3 => vec![fields(right)],
        4 => vec![products(right), partial_sums(right)],
        5 => vec![sums(read, right)],
        _ => vec![Table {
            title: format!("D[{ROW}][0]"),
            rows: cell_formulas(slot_of_sum()).map(|line| vec![plain(line)]).into(),
            ..Table::default()
        }],
    }
}

fn matrix() -> Table {
    let bytes = Element::Bf16.pitch_bits() / 8;
    let row =
        |name: &str, sum: String, value: u32| vec![plain(name), plain(sum), plain(format!("{value:#x}"))];
    Table {
        title: format!("{WIDTH} × {WIDTH}, to scale"),
        about: String::new(),
        rows: vec![
            row("row", format!("{ROW} × {}", grouped(WIDTH * bytes)), ROW * WIDTH * bytes),
            row("column", format!("{K} × {bytes}"), K * bytes),
            row("byte", grouped(matrix_byte()), matrix_byte()),
        ],
    }
}

fn copied() -> Table {
    let sum = START_BYTES + ROW * LINE_BYTES + UNIT * UNIT_BYTES;
    Table {
        title: format!("Row {ROW}, unit {UNIT}"),
        about: format!("{BOX} rows of {LINE_BYTES} bytes, each in order: this is before the swizzle."),
        rows: vec![vec![
            plain("address"),
            plain(format!("{START_BYTES:#x} + {ROW}×{LINE_BYTES} + {UNIT}×{UNIT_BYTES}")),
            plain(format!("{sum:#x}")),
        ]],
    }
}

/// The threads that read the element's column, each over the banks of its unit.
fn threads(right: &JourneyRead) -> Table {
    let slot = |row: u32| {
        let at = swizzle_core::Coord { mn: row, k: K };
        trace_from_element(right.spec.layout(), at).unit_in_line
    };
    let thread = |of: u32| (0..8).find(|row| slot(*row) == of).unwrap_or(0);
    let all = || (0..8).map(|slot| (slot, thread(slot)));
    Table {
        title: "8 threads, 8 bank groups".into(),
        about: format!("unit {UNIT} of rows 0–7, and the first bank of each: 1 turn instead of 8"),
        rows: vec![
            all().map(|(_, row)| followed(row.to_string(), row == ROW)).collect(),
            all().map(|(slot, _)| plain((slot * 4).to_string())).collect(),
        ],
    }
}

fn fields(right: &JourneyRead) -> Table {
    let held = right.descriptor(0);
    let readings = readings_from_descriptor(&right.spec, held);
    let [lbo, _] = lbo_notes(right);
    Table {
        title: held.to_string(),
        about: lbo,
        rows: readings.iter().map(|one| vec![plain(one.field.name), plain(&*one.value)]).collect(),
    }
}

fn products(right: &JourneyRead) -> Table {
    let k = right.k_of(STEP);
    let line =
        |of: &dyn Fn(u32) -> i32| k.clone().map(|k| followed(signed(Some(of(k))), k == self::K)).collect();
    let sum = signed(right.sum(ROW, k.clone()));
    Table {
        title: format!("Row {ROW} in step {STEP}"),
        about: format!(
            "A[{ROW}][k], B[k][0] and their product, K {}–{}: the sum is {sum}",
            k.start,
            k.end - 1
        ),
        rows: vec![line(&|k| a(ROW, k)), line(&b), line(&|k| a(ROW, k) * b(k))],
    }
}

fn partial_sums(right: &JourneyRead) -> Table {
    let steps = right.spec.steps();
    let sum =
        |step: u32| if step <= STEP { signed(right.sum(ROW, 0..right.k_of(step).end)) } else { "·".into() };
    Table {
        title: format!("D[{ROW}][0] after each step"),
        about: String::new(),
        rows: vec![
            (0..steps).map(|step| plain(format!("step {step}"))).collect(),
            (0..steps).map(|step| followed(sum(step), step == STEP)).collect(),
        ],
    }
}

fn sums(read: &JourneyRead, right: &JourneyRead) -> Table {
    let row = |row: u32| {
        let [is, expected] = [read, right].map(|read| read.product(row));
        let tone = if is == expected { Tone::Plain } else { Tone::Wrong };
        vec![plain(format!("D[{row}][0]")), (signed(is), tone), plain(signed(expected))]
    };
    let heads = vec![plain(""), plain("is"), plain("expected")];
    let rows = std::iter::once(ROW).chain(SUMS).map(row);
    let [actual, wanted] = [read, right].map(|read| read.descriptor(STEP).to_string());
    let about = if actual == wanted { actual } else { format!("{actual}, expected {wanted}") };
    Table { title: "D[m][0]".into(), about, rows: std::iter::once(heads).chain(rows).collect() }
}
