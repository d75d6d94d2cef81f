//! Units that are read elsewhere than the tile has them, or lie elsewhere in a layout beside it, and those that are not read at all.

use alloc::vec::Vec;

use crate::hardware::LINE_UNITS;
use crate::picture::scene::{Occupancy, Run, Scene, SceneKind};
use crate::reader::{Elsewhere, ReadAgainstTile, Spec, unit_elsewhere};

/// A scene of a read with what it found of the tile.
pub(super) fn against_tile(
    mut scene: Scene,
    read: &Spec,
    occupancy: &Occupancy,
    found: &ReadAgainstTile,
) -> Scene {
    scene.wrong = units_in(&scene, read, occupancy, |unit| found.is_wrong(unit));
    if scene.kind == SceneKind::Memory {
        scene.missing = runs(&scene, LINE_UNITS, occupancy.lines().start, |memory_unit| {
            found.is_missing(memory_unit)
        });
    }
    scene
}

/// A scene with the units marked that lie elsewhere in another layout.
pub(super) fn beside(mut scene: Scene, here: &Spec, occupancy: &Occupancy, there: &Spec) -> Scene {
    scene.differing = units_in(&scene, here, occupancy, |unit| {
        unit_elsewhere(here, there, unit) != Elsewhere::Same
    });
    scene
}

/// The units of a matrix, counted row by row, for which something holds, where the scene shows them.
fn units_in(
    scene: &Scene,
    spec: &Spec,
    occupancy: &Occupancy,
    holds: impl Fn(u32) -> bool,
) -> Vec<Run> {
    match scene.kind {
        SceneKind::Matrix => {
            let units = spec.layout().unit_grid(spec.extent()).columns;
            runs(scene, units, 0, holds)
        }
        SceneKind::Memory => runs(scene, LINE_UNITS, occupancy.lines().start, |memory_unit| {
            occupancy.owner(memory_unit).is_some_and(&holds)
        }),
    }
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
