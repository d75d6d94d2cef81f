//! A tile of many atoms in one look: of the matrix a cell is what one read takes of an atom's 8 rows, of memory it is an atom.

use super::*;
use crate::cells::Look;

/// Rows of an atom of a K-major tile.
const ROWS: u32 = 8;
/// Rows of a block, which one read takes, and colours of columns of atoms; a pale one is that of the block below.
const BLOCK: u32 = 64;
const COLOURS: u32 = 4;

/// Units of a row of an atom.
fn wide(facts: &Facts) -> u32 {
    facts.spec.layout().swizzle().row_units().max(1)
}

/// Whether a tile has more atoms than squares show unit by unit, both across and down. Plain rows have none.
pub fn has_overview(facts: &Facts) -> bool {
    let tile = facts.spec.tile();
    let has_atoms = tile.major == Major::K && tile.row_bytes.is_none() && tile.row_xor.is_none();
    has_atoms && facts.units[0] > SLOTS && facts.units[1] > BLOCK && facts.rows_left() == 0
}

/// The first unit of the atom that a unit is in.
pub fn atom_of(facts: &Facts, unit: u32) -> u32 {
    let ([along, _], wide) = (facts.units, wide(facts));
    let (row, column) = (unit / along, unit % along);
    row / ROWS * ROWS * along + column / wide * wide
}

/// First rows of both squares unit by unit, and the block, at a part that is pressed: rows of atoms before and after that.
pub fn part_at(facts: &Facts, before: [u32; 2], now: [u32; 2]) -> ([u32; 2], u32) {
    let ([along, _], (start, _)) = (facts.units, facts.span());
    let line_of = |byte: u32| byte / LINE - start / LINE;
    let at = if now[1] == before[1] {
        now[0] * ROWS * along
    } else {
        let is_there = |byte: &u32| line_of(*byte) >= now[1] * ROWS;
        let here = facts.bytes.iter().filter(|byte| is_there(byte)).min();
        let here = facts.bytes.iter().position(|byte| Some(byte) == here);
        here.unwrap_or(0) as u32
    };
    let row = at / along / BLOCK * BLOCK;
    let line = facts.bytes.get(at as usize).map_or(0, |byte| line_of(*byte));
    ([row, line], row / facts.spec.read_extent().mn.max(1))
}

/// Matrix and memory.
pub fn scenes(facts: &Facts) -> [Scene; 2] {
    let (matrix, in_step) = matrix(facts);
    let memory = memory(facts, &matrix, &in_step);
    [matrix, memory]
}

/// The matrix, and the atoms that the read in view takes something of.
fn matrix(facts: &Facts) -> (Scene, Vec<u32>) {
    let ([along, across], wide) = (facts.units, wide(facts));
    let per_unit = facts.spec.tile().element.per_unit();
    let part = (facts.spec.read_k() / per_unit).clamp(1, wide);
    let columns = along.div_ceil(part);
    let first = |at: u32| at / columns * ROWS * along + at % columns * part;
    let cell = |at: u32| {
        let unit = first(at);
        let rows = (unit / along..across).take(ROWS as usize);
        let mut units = rows.flat_map(|row| {
            let from = row * along + unit % along;
            from..(from + part).min((row + 1) * along)
        });
        let look = if units.any(|unit| facts.is_wrong(unit)) { Look::Wrong } else { Look::Plain };
        let (row, column) = (unit / along, unit % along / wide);
        Cell {
            id: atom_of(facts, unit),
            colour: (column % COLOURS + row / BLOCK % 2 * COLOURS) as u8,
            look,
            ..Cell::ABSENT
        }
    };
    let cells: Vec<Cell> = (0..across.div_ceil(ROWS) * columns).map(cell).collect();
    let in_step: Vec<u32> = (0..cells.len() as u32).filter(|at| facts.is_in_step(first(*at))).collect();
    let down = Axis::new("", 0, ROWS);
    let k = Axis::new("K", 0, part * per_unit);
    let scene = Scene {
        noun: "atom",
        axes: [k, down],
        rail: BLOCK / ROWS,
        outlines: vec![outlined(facts, in_step.clone())],
        note: "red: other bytes are read",
        noted: Some(Look::Wrong),
        ..in_rows("Matrix", columns, 0, cells)
    };
    let atoms = in_step.into_iter().map(|at| scene.cells[at as usize].id);
    let atoms = atoms.collect();
    (scene, atoms)
}

/// Memory: an atom a row, from the first one on.
fn memory(facts: &Facts, matrix: &Scene, in_step: &[u32]) -> Scene {
    let bytes = wide(facts) * UNIT * ROWS;
    let (first, last) = facts.span();
    let row = |byte: u32| (byte - first) / bytes;
    let mut cells = vec![Cell::ABSENT; row(last) as usize + 1];
    for cell in &matrix.cells {
        cells[row(facts.bytes[cell.id as usize]) as usize] = Cell { look: Look::Missing, ..*cell };
    }
    for byte in &facts.read {
        let at = byte.checked_sub(first).map(|by| (by / bytes) as usize);
        if let Some(cell) = at.and_then(|at| cells.get_mut(at))
            && cell.look == Look::Missing
        {
            cell.look = Look::Plain;
        }
    }
    let outlines = if facts.has_wrong() {
        Vec::new()
    } else {
        vec![outlined(facts, which(&cells, |cell| in_step.contains(&cell.id)))]
    };
    let down = Axis::addresses(first, bytes);
    Scene {
        noun: "atom",
        axes: [Axis::default(), down],
        column_names: vec![String::new()],
        rail: BLOCK / ROWS,
        outlines,
        note: "grey: never read",
        noted: Some(Look::Missing),
        ..in_rows("Memory", 1, 0, cells)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use swizzle_view::shown_from_link;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn facts(link: &str) -> Facts {
        Facts::of(&shown_from_link(link).shown).expect("a tile")
    }

    #[test]
    fn a_tile_of_many_atoms_is_seen_whole() {
        let facts = facts("#/?mn=256&k=256");
        assert!(has_overview(&facts));
        let [matrix, memory] = scenes(&facts);
        assert_eq!((matrix.columns, matrix.rows(), memory.rows()), (16, 32, 128));
        // One read is 8 atoms tall and a quarter of one wide.
        let framed = |scene: &Scene| scene.outlines[0].cells.clone();
        assert_eq!(framed(&matrix), [0, 16, 32, 48, 64, 80, 96, 112]);
        assert_eq!(framed(&memory), [0, 1, 2, 3, 4, 5, 6, 7]);
        // Each atom is where the law has its first byte.
        for at in 0..memory.rows() {
            let cell = memory.cells[at as usize];
            let byte = facts.bytes[cell.id as usize];
            assert_eq!(memory.axes[1].from + at * 1024, byte, "{at}");
            assert_eq!(cell.id, atom_of(&facts, cell.id + 7));
        }
        assert_eq!(memory.row_text(32), "0x8400");
        // Parts of the rails are blocks of 64 rows, and what these have of 64 of K.
        let parts = [&matrix, &memory].map(|scene| scene.rows() / scene.rail);
        assert_eq!(parts, [4, 16]);
    }

    /// A part of a rail leads to its block in both squares.
    #[test]
    fn a_part_of_a_rail_is_a_block() {
        let facts = facts("#/?mn=256&k=256");
        for (now, first, block) in [
            ([16, 0], [128, 128], 2),
            ([0, 8], [64, 64], 1),
            // The second column of K begins after four blocks of the first.
            ([0, 40], [64, 320], 1),
        ] {
            assert_eq!(part_at(&facts, [0, 0], now), (first, block), "{now:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_red_from_afar() {
        let facts = facts("#/wgmma/4000000800010040?mn=256&k=256");
        let [matrix, _] = scenes(&facts);
        assert_eq!(matrix.has_wrong(0..32), facts.has_wrong());
        let wrong = |cell: &&Cell| cell.look == Look::Wrong;
        assert!(matrix.cells.iter().any(|cell| wrong(&cell)));
    }

    #[test]
    fn rows_of_one_atom_have_no_overview() {
        let plain = "#/?mn=256&k=256&swizzle=none&meant_row_bytes=512";
        for link in ["", "#/?mn=256", "#/?k=256", "#/?mn=256&k=256&major=MN", plain] {
            assert!(!has_overview(&facts(link)), "{link}");
        }
    }

    /// Each atom has a row of its own, whose address is that of its first byte, in every mode and wherever the tile begins.
    #[test]
    fn every_atom_is_at_its_address() {
        for link in [
            "#/?mn=128&k=128&start=0x480",
            "#/?mn=128&k=128&swizzle=64B&start=0x4c0",
            "#/?mn=128&k=128&swizzle=32B",
            "#/?mn=128&k=128&swizzle=none&start=0x410",
        ] {
            let facts = facts(link);
            let [matrix, memory] = scenes(&facts);
            let atoms: BTreeSet<u32> = matrix.cells.iter().map(|cell| cell.id).collect();
            assert_eq!(atoms.len() as u32, memory.rows(), "{link}");
            for at in 0..memory.rows() {
                let id = memory.cells[at as usize].id;
                let [along, _] = facts.units;
                let rows = (0..ROWS).flat_map(|row| (0..wide(&facts)).map(move |unit| (row, unit)));
                let bytes = rows.map(|(row, unit)| facts.bytes[(id + row * along + unit) as usize]);
                let first = memory.axes[1].from + at * memory.axes[1].by;
                assert_eq!(bytes.min(), Some(first), "{link} {at}");
            }
        }
    }
}
