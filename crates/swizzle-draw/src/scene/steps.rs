//! The reads of the other steps of a tile, and the expected and actual reads of the selected step.

use crate::scene::matrix::{self, cells_per_unit};
use crate::scene::{Drawing, Occupancy, PaneKind, Run, Window, memory};
use swizzle_core::hardware::{LINE_UNITS, Major, UNIT_BYTES};
use swizzle_core::law::Coord;
use swizzle_core::reader::{SaidPlace, Spec};

/// Cells that one step reads in a picture of the tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepRead {
    /// The step along K.
    pub step: u32,
    /// Kind of its cells.
    pub kind: StepReadKind,
    /// Its cells in view, as runs in one row each.
    pub runs: Vec<Run>,
}

/// Kind of a step's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepReadKind {
    /// Cells that a step other than the place's should read.
    Other,
    /// Cells that the place's step should read; it does not read all of them.
    Expected,
    /// Cells that its descriptor reads instead.
    Actual,
}

/// Returns the other steps of a drawn tile; for the place's own step, the expected and the actual cells, where they differ.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said};
/// use swizzle_draw::View;
/// use swizzle_draw::scene::{Drawing, PaneKind, StepReadKind, Window, step_reads};
/// use swizzle_infer::spec_from_said;
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0060); // 0x600; step 1 of a tile at 0x400
/// let mut said = Said::default().with_given(given);
/// said.tile.start_bytes = Some(0x400);
/// said.place.step = Some(1);
/// let drawing = Drawing::of(&spec_from_said(&said)?, View::default());
/// let all = Window::all(drawing.size(PaneKind::Matrix));
/// let reads = step_reads(&drawing, PaneKind::Matrix, &all);
/// let kinds: Vec<_> = reads.iter().map(|read| (read.step, read.kind)).collect();
/// assert_eq!(kinds[..2], [(0, StepReadKind::Other), (2, StepReadKind::Other)]);
/// assert_eq!(kinds[3..], [(1, StepReadKind::Expected), (1, StepReadKind::Actual)]);
/// assert_eq!(reads[4].runs[0].row, 4); // it begins with row 4 of the tile
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn step_reads(drawing: &Drawing, kind: PaneKind, window: &Window) -> Vec<StepRead> {
    let spec = &drawing.drawn;
    let place = spec.place();
    let read = |step: u32, kind_of: StepReadKind| {
        let at = SaidPlace {
            step: Some(step),
            ..SaidPlace::default()
        };
        let looked_at = spec.clone().looking_at(at.over(place));
        StepRead {
            step,
            kind: kind_of,
            runs: match kind {
                PaneKind::Matrix => matrix::reads(&looked_at, &drawing.view, window),
                PaneKind::Memory => {
                    memory::reads(&looked_at, &drawing.occupancy, &drawing.view, window)
                }
            },
        }
    };
    let others = (0..spec.steps()).filter(|step| *step != place.step);
    let mut reads: Vec<StepRead> = others.map(|step| read(step, StepReadKind::Other)).collect();
    if drawing.found.tally().wrong > 0 {
        reads.push(read(place.step, StepReadKind::Expected));
        reads.push(StepRead {
            step: place.step,
            kind: StepReadKind::Actual,
            runs: strayed(drawing, kind, window),
        });
    }
    reads
}

/// The cells of the tile that the place's descriptor reads.
fn strayed(drawing: &Drawing, kind: PaneKind, window: &Window) -> Vec<Run> {
    let spec = &drawing.drawn;
    let read = Occupancy::of_tile(&spec.spec_from_read(spec.place()));
    let per_unit = cells_per_unit(spec, &drawing.view);
    let lines = drawing.occupancy.lines();
    let is_read = |memory: u32| read.count(memory) > 0;
    let mut runs: Vec<Run> = Vec::new();
    for row in window.rows.clone() {
        let units = window.columns.start / per_unit..window.columns.end.div_ceil(per_unit);
        for unit in units {
            let memory = match kind {
                PaneKind::Memory => Some((lines.start + row) * LINE_UNITS + unit),
                PaneKind::Matrix => memory_of(spec, unit, row),
            };
            if !memory.is_some_and(is_read) {
                continue;
            }
            Run::push(&mut runs, row, unit * per_unit..(unit + 1) * per_unit);
        }
    }
    runs
}

/// The memory unit of a unit of the matrix.
fn memory_of(spec: &Spec, unit: u32, row: u32) -> Option<u32> {
    let layout = spec.layout();
    let along = unit * layout.element().per_unit();
    let coord = match layout.major() {
        Major::K => Coord { mn: row, k: along },
        Major::Mn => Coord { mn: along, k: row },
    };
    let is_inside = spec.extent().contains(coord);
    is_inside.then(|| layout.byte_from_element(coord).byte / UNIT_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::View;
    use swizzle_core::reader::Said;
    use swizzle_infer::spec_from_said;

    /// The reads of all steps cover a tile, each unit once, in both pictures.
    #[test]
    fn the_steps_cover_the_tile_once() {
        let spec = spec_from_said(&Said::default()).unwrap();
        let drawing = Drawing::of(&spec, View::default());
        for kind in PaneKind::OF_TILE {
            let size = drawing.size(*kind);
            let all = Window::all(size);
            let mut seen = vec![0; (size.columns * size.rows) as usize];
            let own = drawing.scene(*kind, &all).reads;
            let reads = step_reads(&drawing, *kind, &all);
            assert!(reads.iter().all(|read| read.kind == StepReadKind::Other));
            for run in reads.iter().flat_map(|read| &read.runs).chain(&own) {
                for column in run.columns.clone() {
                    seen[(run.row * size.columns + column) as usize] += 1;
                }
            }
            assert!(seen.iter().all(|count| *count == 1), "{kind:?}");
        }
    }
}
