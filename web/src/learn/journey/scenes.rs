//! The squares of each scene: matrix and memory of Check, the byte followed in both; in the last one D and the registers.

use super::*;
use crate::cells::Look;
use crate::cells::Scene;
use crate::check::facts::Facts;
use crate::check::scenes::{Dress, matrix, memory};
use swizzle_draw::journey::{SUMS, slot_of_sum};
use swizzle_warp::Slot;

/// Rows and columns of D that are shown, and columns of D.
const SIDE: u32 = 8;
const COLUMNS: u32 = 32;

/// Both squares of a scene, from 0.
pub fn of(scene: usize, facts: &Facts) -> [Scene; 2] {
    if scene == 6 {
        return [sums(), registers()];
    }
    let you = you(scene, facts);
    let (mut matrix, mut memory) = (matrix(facts, &Dress::Place), memory(facts, &Dress::Place, None));
    if scene < 4 {
        // No step is in view yet.
        matrix.outlines.clear();
        memory.outlines.clear();
    }
    match scene {
        // Nothing is written yet.
        0 => memory.cells.iter_mut().for_each(|cell| {
            *cell = Cell::EMPTY;
        }),
        // Before the swizzle each row is in order.
        1 => memory.cells.clone_from(&matrix.cells),
        _ => {}
    }
    if scene == 0 {
        memory.note = "not written yet";
    }
    // Rows that read the byte in place of their own.
    let at_you = |at: usize| {
        let unit = matrix.cells.get(at).map_or(NONE, |cell| cell.id);
        unit != you && facts.source(unit) == Some(you)
    };
    let cells: Vec<u32> = (0..matrix.cells.len()).filter(|at| at_you(*at)).map(|at| at as u32).collect();
    matrix.outlines.push(Outline { class: "frame is-followed", cells });
    for cell in matrix.cells.iter_mut().chain(&mut memory.cells) {
        if cell.id == you && cell.look == Look::Plain {
            cell.look = Look::Followed;
        }
    }
    [matrix, memory]
}

/// The number of the cell that is followed.
pub fn you(scene: usize, facts: &Facts) -> u32 {
    match scene {
        6 => sum_id(ELEMENT.mn, 0),
        _ => facts.unit(ELEMENT),
    }
}

/// The cell of the second square that belongs to one of the first.
pub fn got(scene: usize, facts: &Facts, unit: u32) -> Option<u32> {
    match scene {
        0 => None,
        6 | 1 => Some(unit),
        _ => facts.source(unit),
    }
}

const fn sum_id(row: u32, column: u32) -> u32 {
    row * COLUMNS + column
}

fn cell(row: u32, column: u32, colour: u32, label: Label) -> Cell {
    let is_you = (row, column) == (ELEMENT.mn, 0);
    Cell {
        id: sum_id(row, column),
        colour: (colour % 8) as u8,
        look: if is_you { Look::Followed } else { Look::Plain },
        label,
    }
}

/// The first rows and columns of D, each with thread and register.
fn sums() -> Scene {
    let one = |at: u32| {
        let (row, column) = (at / SIDE, at % SIDE);
        let slot = SUMS.slot_from_cell(row, column);
        cell(row, column, slot.thread % 4 * 2, Label::Pair(slot.thread, slot.register))
    };
    Scene {
        name: "D",
        note: "thread, register",
        noun: "sum",
        columns: SIDE,
        cells: (0..SIDE * SIDE).map(one).collect(),
        axes: [Axis::new("column", 0, 1), Axis::new("", 0, 1)],
        group: SIDE,
        ..Scene::default()
    }
}

/// The registers of the threads around the one that gets the sum, each with row and column of D.
fn registers() -> Scene {
    let first = slot_of_sum().thread / SIDE * SIDE;
    let one = |at: u32| {
        let slot = Slot { thread: first + at / SIDE, register: at % SIDE, part: 0 };
        let (row, column) = SUMS.cell_from_slot(slot);
        cell(row, column, slot.thread % 4 * 2, Label::Pair(row, column))
    };
    Scene {
        name: "Registers",
        note: "row, column of D",
        noun: "register",
        columns: SIDE,
        cells: (0..SIDE * SIDE).map(one).collect(),
        axes: [Axis::new("r", 0, 1), Axis::new("thread", first, 1)],
        group: SIDE,
        ..Scene::default()
    }
}

#[cfg(test)]
mod tests {
    use swizzle_draw::journey::{JourneyRead, SBO_BYTES, SCENES, STEP};
    use swizzle_view::Shown;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn facts(sbo: u32, base: u8, step: u32) -> Facts {
        let said = JourneyRead::of(sbo, base).said(step);
        Facts::of(&Shown::from(said)).expect("a tile")
    }

    fn followed(scene: &Scene) -> Vec<String> {
        let cells = (0..).zip(&scene.cells).filter(|(_, cell)| cell.look == Look::Followed);
        cells
            .map(|(at, _)| {
                let (row, column) = scene.place(at);
                format!("{} {}", scene.row_text(row), scene.column_text(column))
            })
            .collect()
    }

    #[test]
    fn one_cell_is_followed_through_every_scene() {
        for scene in 0..SCENES {
            let facts = facts(SBO_BYTES, 0, if scene < 4 { 0 } else { STEP });
            let [first, second] = of(scene, &facts);
            let expected = match scene {
                0 => (vec!["3 5"], vec![]),
                1 => (vec!["3 5"], vec!["0x580 20"]),
                6 => (vec!["3 0"], vec!["12 0"]),
                _ => (vec!["3 5"], vec!["0x580 24"]),
            };
            assert_eq!(
                (followed(&first), followed(&second)),
                (
                    expected.0.into_iter().map(String::from).collect(),
                    expected.1.into_iter().map(String::from).collect()
                ),
                "{scene}"
            );
        }
    }

    #[test]
    fn a_broken_read_frames_the_rows_that_read_the_byte() {
        let [matrix, _] = of(5, &facts(128, 0, STEP));
        let framed = &matrix
            .outlines
            .iter()
            .find(|outline| outline.class == "frame is-followed")
            .expect("a frame")
            .cells;
        let rows: Vec<u32> = framed.iter().map(|at| matrix.place(*at).0).collect();
        assert_eq!(rows, [10, 17, 24]);
        assert!(matrix.has_wrong(8..16) && !matrix.has_wrong(0..8));
    }
}
