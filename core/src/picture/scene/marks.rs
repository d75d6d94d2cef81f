//! What a read found of the tile, cell by cell; and the units that lie elsewhere in a layout beside it.

use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::LINE_UNITS;
use crate::picture::scene::matrix::memory_label;
use crate::picture::scene::memory::unit_label;
use crate::picture::scene::{Cell, Drawing, Label, Mark, Meant, Occupancy, Run, Scene, SceneKind};
use crate::reader::{Elsewhere, Spec, unit_elsewhere};

/// A read held against the tile, as its pictures show it.
pub(super) struct AgainstTile<'a> {
    pub(super) drawing: &'a Drawing,
    pub(super) meant: &'a Meant,
}

impl AgainstTile<'_> {
    /// A scene of the read with what it found.
    pub(super) fn mark(&self, mut scene: Scene) -> Scene {
        let (units, first_row) = self.place_of(scene.kind);
        let per_unit = scene.unit_columns;
        let window = scene.window.clone();
        let places = window
            .rows
            .flat_map(|row| window.columns.clone().map(move |column| (row, column)));
        scene.beneath = vec![Label::Blank; scene.cells.len()];
        let cells = scene.cells.iter_mut().zip(&mut scene.beneath);
        for ((cell, beneath), (row, column)) in cells.zip(places) {
            let unit = (first_row + row) * units + column / per_unit;
            let slot = column % per_unit;
            *beneath = match scene.kind {
                SceneKind::Matrix => self.in_matrix(cell, unit, slot),
                SceneKind::Memory => self.in_memory(cell, unit, slot),
            };
        }
        let kind = scene.kind;
        let all = |holds: &dyn Fn(u32) -> bool| runs(&scene, units, first_row, holds);
        let wrong = all(&|unit| self.is_wrong(kind, unit));
        let missing = all(&|unit| kind == SceneKind::Memory && self.drawing.found.is_missing(unit));
        let right = all(&|unit| self.is_right(kind, unit));
        Scene {
            wrong,
            missing,
            right,
            marks_right: self.drawing.found.tally().is_mostly_wrong(),
            ..scene
        }
    }

    /// Units side by side in a picture, and which of their rows is its first.
    fn place_of(&self, kind: SceneKind) -> (u32, u32) {
        let Drawing {
            drawn, occupancy, ..
        } = self.drawing;
        match kind {
            SceneKind::Matrix => (drawn.layout().unit_grid(drawn.extent()).columns, 0),
            SceneKind::Memory => (LINE_UNITS, occupancy.lines().start),
        }
    }

    /// Whether a unit of the read, or of memory, is read as it was meant.
    fn is_right(&self, kind: SceneKind, unit: u32) -> bool {
        match kind {
            SceneKind::Matrix => !self.drawing.found.is_wrong(unit),
            SceneKind::Memory => self.right_at(unit).is_some(),
        }
    }

    /// Whether a unit of the read was meant elsewhere, or one that is read in this unit of memory was.
    fn is_wrong(&self, kind: SceneKind, unit: u32) -> bool {
        match kind {
            SceneKind::Matrix => self.drawing.found.is_wrong(unit),
            SceneKind::Memory => {
                self.drawing.occupancy.count(unit) > u32::from(self.right_at(unit).is_some())
            }
        }
    }

    /// The unit of the read that is read in a unit of memory as it was meant.
    fn right_at(&self, memory: u32) -> Option<u32> {
        let unit = self.meant.unit_at(memory);
        unit.filter(|unit| !self.drawing.found.is_wrong(*unit))
    }

    /// Marks a cell of the matrix, and says where it was meant.
    fn in_matrix(&self, cell: &mut Cell, unit: u32, slot: u32) -> Label {
        let Drawing {
            drawn, view, found, ..
        } = self.drawing;
        if !found.is_wrong(unit) {
            return Label::Blank;
        }
        cell.mark = Mark::Wrong;
        differing(
            memory_label(drawn, view, self.meant.place(unit), slot),
            cell,
        )
    }

    /// Marks a cell of memory. The unit that was meant comes first, where it is read; else those that are read, and
    /// beneath them the one that was meant.
    fn in_memory(&self, cell: &mut Cell, memory: u32, slot: u32) -> Label {
        let Drawing {
            drawn, view, found, ..
        } = self.drawing;
        let name = |unit: u32| unit_label(drawn, view, unit, memory, slot);
        let readers = self.drawing.occupancy.count(memory);
        let meant = self.meant.unit_at(memory).map_or(Label::Blank, name);
        if let Some(unit) = self.right_at(memory) {
            cell.label = name(unit);
            return match readers {
                2.. => Label::Others(readers - 1),
                _ => Label::Blank,
            };
        }
        if readers > 0 {
            cell.mark = Mark::Wrong;
            return differing(meant, cell);
        }
        if found.is_missing(memory) {
            cell.mark = Mark::Missing;
            cell.label = meant;
        }
        Label::Blank
    }
}

/// What was meant, where it says something else than the cell itself.
fn differing(meant: Label, cell: &Cell) -> Label {
    if meant == cell.label {
        Label::Blank
    } else {
        meant
    }
}

/// A scene with the units marked that lie elsewhere in another layout.
pub(super) fn beside(mut scene: Scene, here: &Spec, occupancy: &Occupancy, there: &Spec) -> Scene {
    let is_elsewhere = |unit| unit_elsewhere(here, there, unit) != Elsewhere::Same;
    scene.differing = match scene.kind {
        SceneKind::Matrix => {
            let units = here.layout().unit_grid(here.extent()).columns;
            runs(&scene, units, 0, is_elsewhere)
        }
        SceneKind::Memory => {
            let first_row = occupancy.lines().start;
            runs(&scene, LINE_UNITS, first_row, |memory_unit| {
                occupancy.owner(memory_unit).is_some_and(is_elsewhere)
            })
        }
    };
    scene
}

/// The places of a scene for which something holds: each is so many units wide and counted from a first row on.
fn runs(scene: &Scene, units: u32, first_row: u32, holds: impl Fn(u32) -> bool) -> Vec<Run> {
    let window = &scene.window;
    let in_view = window.columns.start / scene.unit_columns
        ..window.columns.end.div_ceil(scene.unit_columns).min(units);
    let mut runs = Vec::new();
    for row in window.rows.clone() {
        for unit in in_view.clone() {
            if holds((first_row + row) * units + unit) {
                runs.push(Run {
                    row,
                    columns: unit * scene.unit_columns..(unit + 1) * scene.unit_columns,
                });
            }
        }
    }
    runs
}
