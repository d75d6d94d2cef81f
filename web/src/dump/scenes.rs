//! Matrix and memory of a dump as scenes of cells.

use super::*;
use crate::cells::Look;
use crate::check::scenes::{LINE, in_lines, in_rows};
use swizzle_draw::scene::label_of_value;

/// How the scenes are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dress {
    /// Whether cells have their first value, and not their place in the matrix.
    pub has_values: bool,
    /// Whether all is where it is once the writer is fixed.
    pub is_fixed: bool,
}

impl Dress {
    fn cell(self, facts: &Facts, unit: u32, value: Label) -> Cell {
        let [columns, rows] = facts.size;
        let is_own = unit < columns * rows;
        Cell {
            id: unit,
            colour: if is_own { (unit % columns % SLOTS) as u8 } else { 0 },
            look: if is_own { Look::Plain } else { Look::Missing },
            label: if is_own && !self.has_values {
                Label::Pair(unit / columns, unit % columns)
            } else {
                value
            },
        }
    }
}

/// The matrix, with what is read in place of each wrong unit.
pub fn matrix(facts: &Facts, dress: Dress) -> Scene {
    let [columns, rows] = facts.size;
    let picture = &facts.picture;
    let cell = |unit: u32| {
        let Some(of) = picture.matrix_unit(unit % columns, unit / columns) else {
            return Cell::ABSENT;
        };
        let own = dress.cell(facts, unit, label_of_value(of.first.actual));
        let got = facts.got.get(unit as usize).copied().unwrap_or(NONE);
        match of.holds {
            _ if dress.is_fixed => own,
            UnitHolds::Wrong => {
                Cell { look: Look::Wrong, label: dress.cell(facts, got, own.label).label, ..own }
            }
            UnitHolds::Nothing => Cell { id: unit, ..Cell::EMPTY },
            UnitHolds::Right | UnitHolds::Other => own,
        }
    };
    let mut cells: Vec<Cell> = (0..columns * rows).map(cell).collect();
    // An atom has eight rows: those that tell layouts apart are shown where the dump ends before them.
    let is_short = rows < SLOTS && marks(facts, rows, dress.is_fixed).text == "?";
    if is_short {
        cells.resize((columns * SLOTS) as usize, Cell::EMPTY);
    }
    let mut scene = in_rows("Matrix", columns.max(1), 0, cells);
    let all = if is_short { SLOTS } else { rows };
    scene.behind = ("XOR", (0..all).map(|row| marks(facts, row, dress.is_fixed)).collect());
    if scene.behind.1.iter().all(|mark| mark.text.is_empty()) {
        scene.behind.1.clear();
    }
    (scene.note, scene.noted) = ("red: read instead", Some(Look::Wrong));
    scene.outlines = framed(facts, &scene.cells);
    scene
}

/// Shared memory as it is in the dump, in lines of 128 bytes.
pub fn memory(facts: &Facts, dress: Dress) -> Scene {
    let picture = &facts.picture;
    let [columns, _] = facts.size;
    let cell = |(place, held): (u32, &u32)| {
        let of = picture.memory_unit(place);
        let fixed = picture.matrix_of_memory(place).filter(|_| dress.is_fixed);
        let held = fixed.map_or(*held, |(column, row)| row * columns + column);
        match of.first.actual {
            None => Cell::EMPTY,
            Some(_) => dress.cell(facts, held, label_of_value(of.first.actual)),
        }
    };
    let cells = (0..).zip(&facts.holds).map(cell).collect();
    let mut scene = in_lines("Memory", picture.first.max(0) as u32, cells);
    let row = |line: u32| {
        let mut units = (0..SLOTS).map(|slot| line * SLOTS + slot);
        units.find_map(|place| picture.matrix_of_memory(place))
    };
    let mark = |line: u32| row(line).map_or_else(Mark::default, |(_, row)| marks(facts, row, dress.is_fixed));
    let lines = picture.lines();
    if facts.xors.iter().any(Option::is_some) {
        scene.behind = ("XOR", (0..lines).map(mark).collect());
    }
    (scene.note, scene.noted) = ("grey: not of the tile", Some(Look::Missing));
    scene.outlines = framed(facts, &scene.cells);
    // Lines are counted from the dump's first, which may be within a pattern.
    let is_aligned = picture.first.rem_euclid(i64::from(picture.pattern_bytes().max(LINE))) == 0;
    let group = (picture.pattern_bytes() / LINE).max(2);
    scene.group = if is_aligned { group } else { lines + 1 };
    scene
}

/// What a row is XORed with, and what is wrong with that.
fn marks(facts: &Facts, row: u32, is_fixed: bool) -> Mark {
    let mark = |text: String, note: String, class| Mark { text, note, class };
    let [_, rows] = facts.size;
    let possible = facts.possible_xors(row);
    if row >= rows && possible.len() > 1 {
        let all: Vec<String> = possible.iter().map(ToString::to_string).collect();
        return mark("?".into(), all.join(" or "), "warn");
    }
    let Some([actual, expected]) = facts.xors.get(row as usize).copied().flatten() else {
        return Mark::default();
    };
    let is_based = facts.found().is_some_and(|found| matches!(found.readable(), Readable::WithBaseOffset(_)));
    match actual == expected {
        _ if is_fixed => mark(expected.to_string(), String::new(), ""),
        true => mark(actual.to_string(), String::new(), ""),
        false if is_based => mark(actual.to_string(), format!("base 0: {expected}"), "is-base"),
        false => mark(actual.to_string(), format!("not {expected}"), "bad"),
    }
}

/// A frame around the units that the typed descriptor reads by itself.
fn framed(facts: &Facts, cells: &[Cell]) -> Vec<Outline> {
    let cells = which(cells, |cell| cell.id != NONE && facts.is_in_read(cell.id));

    if cells.is_empty() { Vec::new() } else { vec![Outline::frame(facts.has_wrong(), cells)] }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use swizzle_dump::{Asked, Example, alternatives, dump_from_bytes, recognize};
    use swizzle_view::link::DumpShown;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::dump::given::Recognized;

    fn facts(text: &str, asked: Asked, descriptor: &str) -> Facts {
        let dumps = vec![dump_from_bytes(text.as_bytes(), 16).expect("a dump")];
        let found = recognize(&dumps, &asked).expect("an answer");
        let recognized = Recognized {
            alternatives: found.first().map_or_else(Vec::new, alternatives),
            found,
            dumps,
            asked,
        };
        let shown = DumpShown { descriptor: descriptor.into(), ..DumpShown::default() };
        Facts::of(Rc::new(recognized), &shown, None)
    }

    fn example(example: Example, descriptor: &str) -> Facts {
        facts(&example.text(), example.asked(), descriptor)
    }

    fn texts(scene: &Scene, from: usize) -> Vec<String> {
        scene.behind.1[from..from + 8].iter().map(|mark| format!("{} {}", mark.text, mark.note)).collect()
    }

    fn count(scene: &Scene, look: Look) -> usize {
        scene.cells.iter().filter(|cell| cell.look == look).count()
    }

    #[test]
    fn a_right_tile_is_eight_clean_columns_and_its_diagonals() {
        let facts = example(Example::Right, "");
        let (matrix, memory) = (matrix(&facts, Dress::default()), memory(&facts, Dress::default()));
        assert_eq!((matrix.columns, matrix.rows(), count(&matrix, Look::Plain)), (8, 64, 512));
        assert_eq!(texts(&matrix, 0).join(""), "0 1 2 3 4 5 6 7 ");
        // Row 3, unit 5 is in slot 6; the tile begins two lines behind the dump.
        let at = memory.find(3 * 8 + 5).map(|at| memory.place(at));
        assert_eq!((at, memory.row_text(5)), (Some((5, 6)), "0x580".into()));
        assert_eq!(count(&memory, Look::Missing), 4 * 8);
        assert!(!facts.has_wrong() && facts.is_readable());
    }

    #[test]
    fn a_mask_that_is_too_small_is_red_in_the_gap_and_in_its_rows() {
        let facts = example(Example::NarrowMask, "");
        let matrix = matrix(&facts, Dress::default());
        assert_eq!(texts(&matrix, 0)[3..6], ["3 ", "0 not 4", "1 not 5"]);
        assert_eq!(count(&matrix, Look::Wrong), 256);
        assert_eq!(matrix.cells[4 * 8].label, Label::Pair(4, 4));
        assert_eq!(facts.missing(), 4);
        // Memory is what it is: row 4 begins with its first unit. Once it is fixed, with its fifth.
        let first = |is_fixed| {
            let memory = memory(&facts, Dress { is_fixed, ..Dress::default() });
            memory.cells[6 * 8].id
        };
        assert_eq!((first(false), first(true)), (4 * 8, 4 * 8 + 4));
        let fixed = Dress { is_fixed: true, ..Dress::default() };
        assert_eq!(count(&super::matrix(&facts, fixed), Look::Wrong), 0);
    }

    #[test]
    fn a_pattern_of_the_buffer_says_what_base_offset_0_expects() {
        let facts = example(Example::FromBuffer, "");
        assert_eq!(texts(&matrix(&facts, Dress::default()), 0)[0], "0 base 0: 4");
    }

    #[test]
    fn a_descriptor_frames_its_read_and_its_faults_are_seen_in_all_reads() {
        let right = example(Example::Right, "0x4000004000010042");
        let (of_matrix, of_memory) = (matrix(&right, Dress::default()), memory(&right, Dress::default()));
        assert_eq!(of_matrix.outlines[0].cells[..3], [2, 3, 10]);
        assert_eq!((of_matrix.outlines[0].cells.len(), of_memory.outlines[0].cells.len()), (128, 128));
        // SBO is 128 instead of 1024: the second group of eight rows begins with row 1, where its own address has it.
        let facts = example(Example::Right, "0x4000000800010040");
        let matrix = matrix(&facts, Dress::default());
        assert_eq!((count(&matrix, Look::Wrong), matrix.cells[8 * 8].label), (448, Label::Pair(1, 0)));
        assert_eq!(matrix.outlines[0].class, "frame is-wrong");
    }

    #[test]
    fn values_take_the_place_of_places() {
        let facts = example(Example::Right, "");
        let dress = Dress { has_values: true, ..Dress::default() };
        assert_eq!(matrix(&facts, dress).cells[8].label.to_string(), "64");
        let memory = memory(&facts, dress);
        assert_eq!((memory.cells[0].label.to_string(), memory.cells[0].look), ("beef".into(), Look::Missing));
    }

    #[test]
    fn four_rows_leave_the_xor_of_the_others_open() {
        let text: String =
            Example::Right.text().lines().skip(16).take(4 * 8).map(|line| format!("{line}\n")).collect();
        let asked = Asked { mn: Some(4), ..Example::Right.asked() };
        let matrix = matrix(&facts(&text, asked, ""), Dress::default());
        assert_eq!(texts(&matrix, 0)[3..6], ["3 ", "? 0 or 4", "? 1 or 5"]);
    }
}
