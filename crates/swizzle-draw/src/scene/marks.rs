//! Comparison of a read with the tile, cell by cell.

use crate::cells::{Cell, Look};
use crate::scene::matrix::{memory_label, nearest_unit};
use crate::scene::memory::unit_label;
use crate::scene::{CellAt, Drawing, Label, Occupancy, PaneKind, Run, Scene};

/// A read held against the tile, as its pictures show it.
pub(super) struct AgainstTile<'a> {
    /// The read as it is drawn.
    pub(super) drawing: &'a Drawing,
    /// The expected places of its units.
    pub(super) meant: &'a Occupancy,
}

impl AgainstTile<'_> {
    /// A scene of the read with what it found.
    pub(super) fn mark(&self, mut scene: Scene) -> Scene {
        let (units, first_row) = self.place_of(scene.kind);
        let per_unit = scene.unit_columns;
        let places = scene.window.cells();
        scene.beneath = vec![Label::Blank; scene.cells.len()];
        let cells = scene.cells.iter_mut().zip(&mut scene.beneath);
        for ((cell, beneath), CellAt { column, row }) in cells.zip(places) {
            let unit = (first_row + row) * units + column / per_unit;
            let slot = column % per_unit;
            *beneath = match scene.kind {
                PaneKind::Matrix => self.in_matrix(cell, unit, slot),
                PaneKind::Memory => self.in_memory(cell, unit, slot),
            };
        }
        let kind = scene.kind;
        let all = |holds: &dyn Fn(u32) -> bool| runs(&scene, units, first_row, holds);
        let wrong = all(&|unit| self.is_wrong(kind, unit));
        let missing = all(&|unit| kind.has_addresses() && self.drawing.found.is_missing(unit));
        let right = all(&|unit| self.is_right(kind, unit));
        Scene { wrong, missing, right, marks_right: self.drawing.found.tally().is_mostly_wrong(), ..scene }
    }

    /// Units side by side in a picture, and which of their rows is its first.
    fn place_of(&self, kind: PaneKind) -> (u32, u32) {
        match kind {
            PaneKind::Matrix => {
                let grid = self.drawing.drawn.layout().unit_grid(self.drawing.drawn.extent());
                (grid.columns, 0)
            }
            PaneKind::Memory => {
                (self.drawing.drawn.layout().line_units(), self.drawing.occupancy.lines().start)
            }
        }
    }

    /// Whether a unit of the read, or of memory, is read as expected.
    fn is_right(&self, kind: PaneKind, unit: u32) -> bool {
        match kind {
            PaneKind::Matrix => !self.drawing.found.is_wrong(unit),
            PaneKind::Memory => self.right_at(unit).is_some(),
        }
    }

    /// Whether a unit of the read is expected elsewhere, or a unit that is read in this unit of memory is.
    fn is_wrong(&self, kind: PaneKind, unit: u32) -> bool {
        match kind {
            PaneKind::Matrix => self.drawing.found.is_wrong(unit),
            PaneKind::Memory => self.drawing.occupancy.count(unit) > u32::from(self.right_at(unit).is_some()),
        }
    }

    /// Returns the unit of the read that is read in a unit of memory as expected.
    fn right_at(&self, memory: u32) -> Option<u32> {
        let unit = self.meant.owner(memory);
        unit.filter(|unit| !self.drawing.found.is_wrong(*unit))
    }

    /// Marks a cell of the matrix, and returns the label of its expected place.
    fn in_matrix(&self, cell: &mut Cell, unit: u32, slot: u32) -> Label {
        if !self.drawing.found.is_wrong(unit) {
            return Label::Blank;
        }
        cell.look = Look::Wrong;
        let expected = self.drawing.found.expected_units()[unit as usize];
        let (drawn, view) = (&self.drawing.drawn, &self.drawing.view);
        differing(memory_label(drawn, view, (nearest_unit(drawn, expected), expected), slot), cell)
    }

    /// Marks a cell of memory. The expected unit comes first if it is read; otherwise those that are read come first, with the
    /// expected one beneath them.
    fn in_memory(&self, cell: &mut Cell, memory: u32, slot: u32) -> Label {
        let name = |unit: u32| unit_label(&self.drawing.drawn, &self.drawing.view, unit, memory, slot);
        let readers = self.drawing.occupancy.count(memory);
        let meant = self.meant.owner(memory).map_or(Label::Blank, name);
        if let Some(unit) = self.right_at(memory) {
            cell.label = name(unit);
            return match readers {
                2.. => Label::Others(readers - 1),
                _ => Label::Blank,
            };
        }
        if readers > 0 {
            cell.look = Look::Wrong;
            return differing(meant, cell);
        }
        if self.drawing.found.is_missing(memory) {
            cell.look = Look::Missing;
            cell.label = meant;
        }
        Label::Blank
    }
}

/// Returns the expected label if it differs from that of the cell.
fn differing(meant: Label, cell: &Cell) -> Label {
    if meant == cell.label { Label::Blank } else { meant }
}

/// The places of a scene for which something holds: each is so many units wide and counted from a first row on.
fn runs(scene: &Scene, units: u32, first_row: u32, holds: impl Fn(u32) -> bool) -> Vec<Run> {
    let window = &scene.window;
    let in_view =
        window.columns.start / scene.unit_columns..window.columns.end.div_ceil(scene.unit_columns).min(units);
    let mut runs = Vec::new();
    for row in window.rows.clone() {
        for unit in in_view.clone() {
            if holds((first_row + row) * units + unit) {
                Run::push(&mut runs, row, unit * scene.unit_columns..(unit + 1) * scene.unit_columns);
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks_legend;
    use crate::scene::tests::{drawing, scene};

    /// A 64 × 64 bf16 tile at 0x400, read by a descriptor with this SBO.
    fn read_with(sbo_field: u64) -> Drawing {
        drawing(&format!("#/wgmma/{:x}", 0x4000_0000_0001_0040 | sbo_field << 32))
    }

    /// The label, the one beneath, and whether the cell is wrong or missing.
    fn cell(scene: &Scene, row: usize, column: usize) -> String {
        let index = row * scene.window.columns.len() + column;
        let (cell, beneath) = (scene.cells[index], scene.beneath[index]);
        let mark = match cell.look {
            Look::Wrong => "!",
            Look::Missing => "?",
            _ => "",
        };
        format!("{mark}{} {beneath}", cell.label).trim_end().to_string()
    }

    /// Compares with labels drawn by hand for this descriptor, from the formula in the ISA alone.
    #[test]
    fn wrong_cells_say_what_was_meant() {
        let drawing = read_with(8);
        let matrix = scene(&drawing, PaneKind::Matrix);
        for (row, cells) in [
            (0, ["0", "1"]),
            (7, ["63", "62"]),
            (8, ["!9 64", "!8 65"]),
            (15, ["!64 127", "!65 126"]),
            (16, ["!18 128", "!19 129"]),
            (63, ["!118 511", "!119 510"]),
        ] {
            assert_eq!([0, 1].map(|column| cell(&matrix, row, column)), cells, "{row}");
        }
        let memory = scene(&drawing, PaneKind::Memory);
        for (row, column, words) in [
            (0, 0, "0,0"),
            (1, 0, "1,1 +1"),
            (1, 1, "1,0 +1"),
            (1, 2, ""),
            (7, 6, "7,1 +7"),
            (8, 0, "!×7 8,0"),
            (13, 4, "!×2 13,1"),
            (14, 7, "!63,1 14,1"),
            (15, 6, "?15,1"),
            (15, 7, "?15,0"),
        ] {
            assert_eq!(cell(&memory, row, column), words, "{row}, {column}");
        }
        // 16 units are right: they are the minority, and so they are marked.
        assert!(matrix.marks_right && memory.marks_right);
        let units = |runs: &[Run]| runs.iter().map(|run| run.columns.len()).sum::<usize>();
        assert_eq!((units(&matrix.right), units(&matrix.wrong)), (16, 112));
        // Lines 0–14 hold 30 of the 128 expected units: each is read, whichever row reads it.
        assert_eq!((units(&memory.right), units(&memory.missing)), (16, 98));
    }

    #[test]
    fn keys_are_told_of_marks_that_occur() {
        let of = |sbo_field: u64, start: u64| {
            let raw = 0x4000_0000_0001_0000 | start | sbo_field << 32;
            let drawing = drawing(&format!("#/wgmma/{raw:x}?meant_start=0x400&meant_sbo_bytes=0x400"));
            [PaneKind::Matrix, PaneKind::Memory].map(|kind| {
                let legend = marks_legend(&scene(&drawing, kind));
                let keys = legend.split("; ");
                let told: Vec<_> = keys.filter_map(|key| key.split(':').next()).collect();
                told.join(" ")
            })
        };
        let every = ["outlined red beneath", "outlined beneath ×n +n dashed"];
        assert_eq!(of(8, 0x40), every);
        // Far from the tile nothing is right, and nothing is read twice.
        assert_eq!(of(64, 0x1000), ["red beneath", "dashed"]);
        // Groups two apart: each is read once, where another or none is expected.
        assert_eq!(of(128, 0x40), ["outlined red beneath", "outlined beneath dashed"]);
    }

    #[test]
    fn a_right_read_has_no_marks() {
        let drawing = read_with(64);
        for &kind in PaneKind::OF_TILE {
            let scene = scene(&drawing, kind);
            assert!(scene.beneath.is_empty() && scene.wrong.is_empty() && !scene.marks_right);
        }
    }
}
