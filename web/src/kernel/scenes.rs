//! One read of an operand as scenes: what it reads and what it should read, amid the rest of the tile, which is dimmed.

use super::*;
use crate::cells::Look;
use crate::check::{Dress, matrix_of, memory_cell, memory_of};

/// Bytes of a unit.
const UNIT: u32 = 16;

/// Units of the tile that one read is about, and those that it gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The units that it should read, in order.
    pub expected: Vec<u32>,
    /// The unit that it reads for each: its index, or behind the tile's last that of a place in memory outside of the tile.
    pub got: Vec<u32>,
    /// The bytes from which they are read.
    bytes: Vec<u32>,
    /// The same as `got`, sorted.
    sources: Vec<u32>,
}

impl Read {
    /// The read that is in view.
    pub fn of(facts: &Facts) -> Self {
        let count = facts.bytes.len() as u32;
        let expected: Vec<u32> = (0..count).filter(|unit| facts.is_in_step(*unit)).collect();
        // Rows that threads read have no descriptor that could read others.
        let is_of_threads = facts.spec.given().is_none() && facts.spec.tile().row_bytes.is_some();
        let from = if is_of_threads { &facts.bytes } else { &facts.read };
        let bytes: Vec<u32> = expected.iter().map(|unit| from[*unit as usize]).collect();
        let source = |(unit, byte): (&u32, &u32)| match facts.got[*unit as usize] {
            _ if is_of_threads => *unit,
            NONE => count + byte / UNIT,
            got => got,
        };
        let got: Vec<u32> = expected.iter().zip(&bytes).map(source).collect();
        let mut sources = got.clone();
        sources.sort_unstable();
        sources.dedup();
        Self { expected, got, bytes, sources }
    }

    /// Whether a unit is read for another one.
    pub fn is_wrong(&self) -> bool {
        self.got != self.expected
    }

    /// What is read for a unit: itself, where this read is not about it.
    pub fn source(&self, unit: u32) -> u32 {
        let at = self.expected.binary_search(&unit);
        at.map_or(unit, |at| self.got[at])
    }

    fn is_expected(&self, unit: u32) -> bool {
        self.expected.binary_search(&unit).is_ok()
    }

    fn is_read(&self, unit: u32) -> bool {
        self.sources.binary_search(&unit).is_ok()
    }

    /// Whether nothing is read of what should be: frames then tell all.
    fn is_apart(&self) -> bool {
        !self.expected.iter().any(|unit| self.is_read(*unit))
    }

    /// A unit in its own colour; dimmed, where this read has nothing to do with it.
    fn cell(&self, facts: &Facts, unit: u32) -> Cell {
        let own = Dress::Place.cell(facts, unit);
        if self.is_expected(unit) || self.is_read(unit) { own } else { Cell { look: Look::Dimmed, ..own } }
    }

    /// Frames around what is read, and around what should be read and is not framed already.
    fn outlines(&self, cells: &[Cell]) -> Vec<Outline> {
        let all = |is_it: &dyn Fn(u32) -> bool| which(cells, |cell| cell.id != NONE && is_it(cell.id));
        let read = all(&|unit| self.is_read(unit));
        if !self.is_wrong() {
            return vec![Outline::frame(false, read)];
        }
        let expected = all(&|unit| self.is_expected(unit));
        let missed = Some(expected).filter(|expected| *expected != read);
        let missed = missed.map(|cells| Outline { class: "dash bad", cells });
        missed.into_iter().chain([Outline::frame(true, read)]).collect()
    }
}

/// The tile as rows and units. Units that are read for others of this read have those others' names, in red.
pub fn matrix(facts: &Facts, read: &Read) -> Scene {
    let is_apart = read.is_apart();
    let count = facts.bytes.len() as u32;
    let mut scene = matrix_of(facts, |unit| {
        let source = read.source(unit);
        if source == unit || is_apart {
            return read.cell(facts, unit);
        }
        let named = |source| Dress::Place.cell(facts, source).label;
        Cell {
            look: Look::Wrong,
            label: Some(source).filter(|source| *source < count).map_or(Label::Unknown, named),
            ..read.cell(facts, unit)
        }
    });
    scene.outlines = read.outlines(&scene.cells);
    if is_apart && let [missed, got] = &*scene.outlines {
        let lead = missed.cells.first().zip(got.cells.first());
        scene.leads.extend(lead.map(|(from, to)| Lead { class: "lead", from: *from, to: *to }));
    }
    scene
}

/// Shared memory, from the first byte of the tile or of the read to the last.
pub fn memory(facts: &Facts, read: &Read) -> Scene {
    let all = [&*facts.bytes, &*read.bytes].concat();
    let mut scene = memory_of(facts, &all, |unit| read.cell(facts, unit));
    let count = facts.bytes.len() as u32;
    let from = scene.axes[1].from;
    for byte in &read.bytes {
        if let Some(cell) = memory_cell(&mut scene.cells, UNIT, from, *byte).filter(|cell| cell.id == NONE) {
            *cell = Cell { id: count + byte / UNIT, colour: 0, look: Look::Missing, label: Label::Unknown };
        }
    }
    scene.outlines = read.outlines(&scene.cells);
    scene
}

/// First row to show of a scene: the screenful where its frames begin.
pub fn first_row(scene: &Scene, rows: u32) -> u32 {
    let first = scene.outlines.iter().filter_map(|outline| outline.cells.first());
    let row = first.min().map_or(0, |at| scene.place(*at).0);
    if row < rows { 0 } else { row / scene.group.max(1) * scene.group.max(1) }
}

#[cfg(test)]
mod tests {
    use swizzle_core::Operand;
    use swizzle_lens::{Example, Reading};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// The operand of an example that its page opens with.
    fn facts(example: Example) -> Facts {
        let reading = Reading::of(example.file(), example.text().into());
        let view = &reading.kernels[0];
        let row = view.first_row();
        let side = view.first_side(row);
        let part = view.part(row, side, view.first_stage(row, side));
        Facts::of(&part.expect("a picture").shown).expect("a tile")
    }

    fn classes(scene: &Scene) -> Vec<&'static str> {
        scene.outlines.iter().map(|outline| outline.class).collect()
    }

    fn count(scene: &Scene, look: Look) -> usize {
        scene.cells.iter().filter(|cell| cell.look == look).count()
    }

    #[test]
    fn a_right_read_is_framed_amid_what_is_dimmed() {
        let facts = facts(Example::Right);
        let read = Read::of(&facts);
        assert!(!read.is_wrong());
        for scene in [matrix(&facts, &read), memory(&facts, &read)] {
            assert_eq!(classes(&scene), ["frame"]);
            // 2 of 8 units of each of 64 rows.
            assert_eq!((count(&scene, Look::Plain), count(&scene, Look::Dimmed)), (128, 384));
            assert!(scene.leads.is_empty());
        }
    }

    /// Step 1 should read units 2 and 3 of rows 0 to 63 and reads units 0 and 1 of rows 4 to 67, of which 64 to 67 are not the tile's.
    #[test]
    fn a_wrong_start_is_seen_by_its_frames() {
        let facts = facts(Example::KAdvance);
        let read = Read::of(&facts);
        let matrix = matrix(&facts, &read);
        assert_eq!(classes(&matrix), ["dash bad", "frame is-wrong"]);
        assert_eq!((matrix.outlines[0].cells[0], matrix.outlines[1].cells[0]), (2, 4 * 8));
        assert_eq!(count(&matrix, Look::Wrong), 0);
        assert_eq!(matrix.leads.len(), 1);
        let memory = memory(&facts, &read);
        // Rows 64 to 67: eight units outside of the tile.
        assert_eq!(count(&memory, Look::Missing), 8);
        assert_eq!((memory.outlines[0].cells.len(), memory.outlines[1].cells.len()), (128, 128));
        assert_eq!((first_row(&matrix, 16), first_row(&memory, 16)), (0, 0));
        // Unit 2 of row 63 is read outside of the tile, and the cell there is found.
        assert!(memory.find(read.source(63 * 8 + 2)).is_some());
        assert_eq!(read.source(0), 0);
    }

    /// A stride that is too small reads rows again: which ones is written in the cells.
    #[test]
    fn a_wrong_stride_is_seen_by_its_cells() {
        let facts = facts(Example::Sbo);
        let read = Read::of(&facts);
        let matrix = matrix(&facts, &read);
        // All but the first eight rows; row 8 gets row 4.
        assert_eq!(count(&matrix, Look::Wrong), 2 * 56);
        assert_eq!(matrix.cells[8 * 8].label, Label::Pair(4, 0));
        assert!(matrix.leads.is_empty());
    }

    /// What was written otherwise is in the right bytes and in another order.
    #[test]
    fn units_that_are_swapped_are_red_in_one_frame() {
        let facts = facts(Example::TmaBox);
        let read = Read::of(&facts);
        assert!(read.is_wrong());
        assert!(count(&matrix(&facts, &read), Look::Wrong) > 0);
    }

    #[test]
    fn each_operand_of_each_example_is_in_both_scenes() {
        for example in [Example::Right, Example::Stage] {
            let reading = Reading::of(example.file(), example.text().into());
            let view = &reading.kernels[0];
            for (row, side) in (0..view.rows.len()).flat_map(|row| [(row, Operand::A), (row, Operand::B)]) {
                let part = view.part(row, side, 1).expect("a picture");
                let facts = Facts::of(&part.shown).expect("a tile");
                let read = Read::of(&facts);
                let memory = memory(&facts, &read);
                assert!(read.expected.iter().all(|unit| memory.find(read.source(*unit)).is_some()));
                assert!(!matrix(&facts, &read).outlines[0].cells.is_empty());
            }
        }
    }
}
