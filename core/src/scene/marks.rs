//! Units of a read that were meant to lie elsewhere, and those that are not read at all.

use alloc::vec::Vec;

use crate::scene::matrix::unit_grid;
use crate::scene::{Occupancy, Run, Scene, SceneKind};
use crate::{Comparison, Spec};

/// Units in a line of memory.
const LINE_UNITS: u32 = 8;

/// A scene of a read with what the comparison found in it.
pub(super) fn compared(
    mut scene: Scene,
    read: &Spec,
    occupancy: &Occupancy,
    comparison: &Comparison,
) -> Scene {
    let (units, first_line) = match scene.kind {
        SceneKind::Matrix => (unit_grid(read.tile(), read.extent()).columns, 0),
        SceneKind::Memory => (LINE_UNITS, occupancy.lines().start),
    };
    let is_wrong = |at: u32| match scene.kind {
        SceneKind::Matrix => comparison.is_wrong(at),
        SceneKind::Memory => occupancy
            .owner(at)
            .is_some_and(|owner| comparison.is_wrong(owner)),
    };
    let is_missing = |at: u32| scene.kind == SceneKind::Memory && comparison.is_missing(at);
    let (mut wrong, mut missing) = (Vec::new(), Vec::new());
    for row in scene.window.rows.clone() {
        for unit in 0..units {
            let at = (first_line + row) * units + unit;
            let run = || Run {
                row,
                columns: unit * scene.unit_columns..(unit + 1) * scene.unit_columns,
            };
            if is_wrong(at) {
                wrong.push(run());
            }
            if is_missing(at) {
                missing.push(run());
            }
        }
    }
    (scene.wrong, scene.missing) = (wrong, missing);
    scene
}
