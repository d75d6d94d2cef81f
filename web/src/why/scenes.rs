//! Threads and lanes as scenes of cells: where they are in memory, and how their words pile up in the banks.

use super::facts::Threads;
use super::*;
use crate::cells::Look;

/// What costs has its colour wherever it is.
const fn cost(is_least: bool) -> Look {
    if is_least { Look::Free } else { Look::Costly }
}

/// The banks of each slot.
const BANKS_OF_UNIT: Axis = Axis { is_range: true, ..Axis::new("banks", 0, UNIT_BANKS) };

/// The unit of a number.
pub const fn unit_of(id: u32) -> u32 {
    pair_of_id(id).1
}

/// Lines of memory, a dot on the unit that each thread reads, in a picture of so many lines at least.
pub fn memory(threads: &Threads, least: u32) -> Scene {
    let (rows, count) = (threads.rows, threads.slots.len() as u32);
    let lines = (count * rows.pitch_bytes).div_ceil(LINE_BYTES);
    let mut cells = vec![Cell::ABSENT; (lines.max(least) * LINE_UNITS) as usize];
    let units = rows.pitch_bytes / UNIT_BYTES;
    for (row, unit) in (0..count).flat_map(|row| (0..units).map(move |unit| (row, unit))) {
        let (look, label) = match unit {
            _ if unit == threads.unit => (Look::Dotted, Label::Number(row as i32)),
            _ if unit * UNIT_BYTES >= rows.data_bytes => (Look::Padded(0), Label::Blank),
            _ => (Look::Soft, Label::Pair(row, unit)),
        };
        let at = rows.byte(row, unit) / UNIT_BYTES;
        cells[at as usize] = Cell { id: id_of_pair((row, unit)), colour: (unit % 8) as u8, look, label };
    }
    let down = if rows.pitch_bytes == LINE_BYTES { "row" } else { "line" };
    let heads = (0..lines).map(|line| line.to_string());
    Scene {
        name: "Memory",
        noun: "unit",
        columns: LINE_UNITS,
        axes: [Axis::new("slot", 0, 1), Axis::new(down, 0, 1)],
        row_names: heads.chain((lines..least).map(|_| String::new())).collect(),
        group: LINE_UNITS,
        cells,
        ..Scene::default()
    }
}

/// The banks, four of a slot together: a block for each thread, on top of those that want the same banks.
pub fn piles(threads: &Threads) -> Scene {
    let rows = threads.slots.len() as u32;
    let mut heights = [0; LINE_UNITS as usize];
    let mut cells = vec![Cell::ABSENT; (rows * LINE_UNITS) as usize];
    for (row, slot) in (0..).zip(&threads.slots) {
        let height = &mut heights[*slot as usize];
        cells[((rows - 1 - *height) * LINE_UNITS + slot) as usize] = Cell {
            id: id_of_pair((row, threads.unit)),
            colour: 0,
            look: cost(threads.turns == 1),
            label: Label::Number(row as i32),
        };
        *height += 1;
    }
    Scene {
        name: "Banks",
        noun: "thread",
        columns: LINE_UNITS,
        axes: [BANKS_OF_UNIT, Axis::new("turn", 0, 1)],
        group: rows,
        row_names: (1..=rows).rev().map(|turn| turn.to_string()).collect(),
        cells,
        ..Scene::default()
    }
}

/// The lanes of an access, as dots on lines of memory or of the matrix, in the colour of those that are served together.
pub fn lanes(name: &'static str, spots: &Spots) -> Scene {
    let words = spots.spots.first().map_or(1, |spot| spot.words).max(1);
    let columns = spots.words.div_ceil(words).max(1);
    let mut cells = vec![Cell::EMPTY; spots.lines.len() * columns as usize];
    for spot in &spots.spots {
        let at = (spot.line * columns + spot.word / words) as usize;
        // Lanes that share a place are one dot.
        if let Some(cell) = cells.get_mut(at).filter(|cell| cell.id == NONE) {
            *cell = Cell {
                id: spot.lane,
                colour: (spot.group % 8) as u8,
                look: Look::Dot,
                label: Label::Number(spot.lane as i32),
            };
        }
    }
    let by_unit = UNIT_BYTES / 4;
    Scene {
        name,
        noun: "lane",
        columns,
        axes: [
            if words == by_unit { Axis::new("unit", 0, 1) } else { Axis::new("word", 0, words) },
            Axis::new("", 0, 1),
        ],
        row_names: spots.lines.clone(),
        is_listed: true,
        group: u32::MAX,
        cells,
        ..Scene::default()
    }
}

/// The words that an access wants of each bank, a turn a row, in a picture of so many turns.
pub fn towers(name: &'static str, column: &Column, most: u32) -> Scene {
    let mut cells = vec![Cell::ABSENT; (most * BANKS) as usize];
    for word in &column.words {
        let groups = &column.beside.served.groups;
        let group = groups.iter().position(|group| group.lanes.contains(&(word.lane as usize)));
        let Some(row) = (most.checked_sub(1)).and_then(|last| last.checked_sub(word.wavefront)) else {
            continue;
        };
        cells[(row * BANKS + word.bank) as usize] = Cell {
            id: word.lane,
            colour: (group.unwrap_or(0) % 2) as u8,
            look: cost(column.is_least),
            label: Label::Blank,
        };
    }
    Scene {
        name,
        noun: "lane",
        columns: BANKS,
        axes: [Axis::new("bank", 0, 1), Axis::new("", 0, 1)],
        row_names: (1..=most).rev().map(|turn| turn.to_string()).collect(),
        is_listed: true,
        group: u32::MAX,
        cells,
        ..Scene::default()
    }
}

#[cfg(test)]
mod tests {
    use swizzle_view::link::LanesShown;
    use swizzle_warp::{Preset, Rows, Wires};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::tried::Tried;
    use super::*;

    fn count(scene: &Scene, look: Look) -> usize {
        scene.cells.iter().filter(|cell| cell.look == look).count()
    }

    /// Row and column of the cells of threads, by their numbers.
    fn places(scene: &Scene, unit: u32) -> Vec<(u32, u32)> {
        let place = |row: u32| scene.find(id_of_pair((row, unit))).map(|at| scene.place(at));
        (0..8).filter_map(place).collect()
    }

    #[test]
    fn blocks_pile_up_where_the_dots_are() {
        for wires in Wires::all() {
            for unit in 0..8 {
                let threads = Threads::of(Rows::of_lines(wires), unit);
                let (memory, piles) = (memory(&threads, 0), piles(&threads));
                let (dots, blocks) = (places(&memory, unit), places(&piles, unit));
                assert_eq!((count(&memory, Look::Dotted), count(&memory, Look::Soft)), (8, 56));
                let slots: Vec<u32> = dots.iter().map(|at| at.1).collect();
                assert_eq!(slots, blocks.iter().map(|at| at.1).collect::<Vec<_>>());
                // The highest pile is as high as there are turns.
                let top = blocks.iter().map(|at| at.0).min();
                assert_eq!(top.map(|row| piles.row_text(row)), Some(threads.turns.to_string()));
            }
        }
        let diagonal: Vec<_> = (0..8).map(|row| (row, row)).collect();
        let all = memory(&Threads::of(Rows::of_lines(Wires::ALL), 0), 0);
        assert_eq!(places(&all, 0), diagonal);
        // Padding moves each row on as the XOR does, and fills a line of its own.
        let padded = Rows { pitch_bytes: 144, ..Rows::of_lines(Wires::OPEN) };
        let padded = memory(&Threads::of(padded, 0), 0);
        assert_eq!((places(&padded, 0), padded.rows()), (diagonal, 9));
        assert_eq!((count(&padded, Look::Soft), count(&padded, Look::Padded(0))), (56, 8));
    }

    #[test]
    fn lanes_and_towers_show_every_lane() {
        for preset in <Preset as swizzle_core::Named>::ALL {
            let tried = Tried::of(&LanesShown::default().with_preset(*preset)).expect("an access");
            for column in &tried.columns {
                let lanes = lanes("Plain rows", &column.spots);
                let towers = towers("Banks", column, tried.most());
                assert_eq!(count(&lanes, Look::Dot), tried.access.lanes(), "{preset:?}");
                let words = count(&towers, Look::Free) + count(&towers, Look::Costly);
                assert_eq!((words, towers.rows()), (column.words.len(), tried.most()), "{preset:?}");
            }
        }
        let column = &Tried::of(&LanesShown::default()).expect("an access").columns[2];
        let scene = lanes("128B swizzle", &column.spots);
        let at = scene.find(3).map(|at| scene.place(at));
        assert_eq!((at, scene.row_text(3)), (Some((3, 3)), "0x580".into()));
    }
}
