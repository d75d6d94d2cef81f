//! The memory view: shared memory in lines of 128 bytes, all 32 banks once.

use crate::cells::Cell;
use crate::scene::arrows::memory_arrows;
use crate::scene::matrix::{banks, cells_per_unit, class, matrix_id, window_read};
use crate::scene::sheet::coloured;
use crate::scene::{Axis, CellAt, Label, Occupancy, PaneKind, Run, Scene, Size, Window};
use crate::view::{Number, View};
use swizzle_core::hardware::{BANKS, LINE_BYTES, Major, UNIT_BYTES};
use swizzle_core::law::Coord;
use swizzle_core::reader::Spec;

/// Size of the memory view in cells: from the first line that holds something to the last.
pub fn memory_size(spec: &Spec, occupancy: &Occupancy, view: &View) -> Size {
    Size {
        columns: spec.layout().line_units() * cells_per_unit(spec, view),
        rows: occupancy.lines().len() as u32,
    }
}

/// The memory view of a tile, or the part of it in a window.
pub fn memory_scene(spec: &Spec, occupancy: &Occupancy, view: &View, window: &Window) -> Scene {
    let size = memory_size(spec, occupancy, view);
    let window = window.within(size);
    let per_unit = cells_per_unit(spec, view);
    let (first_line, line_units) = (occupancy.lines().start, spec.layout().line_units());
    let cell = |at: CellAt| {
        let memory = (first_line + at.row) * line_units + at.column / per_unit;
        cell(spec, occupancy, view, memory, at.column % per_unit)
    };
    let pattern_lines = spec.layout().swizzle().pattern_bytes().div_ceil(LINE_BYTES);
    let is_first_of_pattern = |line: u32| {
        let base_offset = u32::from(spec.layout().params().base_offset);
        line.wrapping_sub(base_offset).is_multiple_of(pattern_lines)
    };
    Scene {
        title: "Shared memory".into(),
        across: Axis {
            name: "bank →",
            title: match spec.layout().unit_bytes() {
                UNIT_BYTES => "first bank of each unit; 4 banks a unit".into(),
                bytes => format!("first bank of each {bytes}-byte unit"),
            },
            heads: window.columns.clone().map(|column| bank_head(column, per_unit, line_units)).collect(),
        },
        down: Axis {
            name: "",
            title: "address".into(),
            heads: window
                .rows
                .clone()
                .map(|row| format!("0x{:04x}", (first_line + row) * LINE_BYTES))
                .collect(),
        },
        row_breaks: window
            .rows
            .clone()
            .filter(|row| pattern_lines > 1 && *row > 0 && is_first_of_pattern(first_line + row))
            .collect(),
        reads: reads(spec, occupancy, view, &window),
        arrows: memory_arrows(spec, occupancy, per_unit),
        ..Scene::of_cells(PaneKind::Memory, size, window, per_unit, cell)
    }
}

/// The first bank of each unit; over elements, only the unit's first cell has a head.
fn bank_head(column: u32, per_unit: u32, line_units: u32) -> String {
    // Units smaller than a bank's word share a head.
    let each = per_unit * (line_units / BANKS).max(1);
    if column.is_multiple_of(each) {
        (column / per_unit * BANKS / line_units).to_string()
    } else {
        String::new()
    }
}

fn cell(spec: &Spec, occupancy: &Occupancy, view: &View, memory: u32, slot: u32) -> Cell {
    let Some(owner) = occupancy.owner(memory) else {
        return Cell::ABSENT;
    };
    let units = spec.layout().unit_grid(spec.extent()).columns;
    let (unit, row) = (owner % units, owner / units);
    let at = CellAt { column: unit * cells_per_unit(spec, view) + slot, row };
    let label = match occupancy.count(memory) {
        count @ 2.. if occupancy.may_be_more(memory) => Label::ClashOrMore(count),
        count @ 2.. => Label::Clash(count),
        _ => unit_label(spec, view, owner, memory, slot),
    };
    coloured(matrix_id(spec, view, at), class(spec, view, unit, row, memory), label)
}

/// The label of a memory cell for the unit of the matrix, counted row by row, that it holds.
pub(super) fn unit_label(spec: &Spec, view: &View, unit: u32, memory: u32, slot: u32) -> Label {
    let per_unit = cells_per_unit(spec, view);
    let units = spec.layout().unit_grid(spec.extent()).columns;
    match view.number {
        Number::Memory => Label::Pair(unit / units, unit % units * per_unit + slot),
        Number::Logical => Label::Number((unit * per_unit + slot).cast_signed()),
        Number::Bank => banks(spec, memory, slot, per_unit),
        Number::None => Label::Blank,
    }
}

/// The units in view that the selected step reads; neighbouring ones are one run.
pub(super) fn reads(spec: &Spec, occupancy: &Occupancy, view: &View, window: &Window) -> Vec<Run> {
    let mut runs = Vec::new();
    let Some(units) = units_read(spec) else { return runs };
    let per_unit = cells_per_unit(spec, view);
    let (first_line, line_units) = (occupancy.lines().start, spec.layout().line_units());
    for row in window.rows.clone() {
        for unit in 0..line_units {
            let memory = (first_line + row) * line_units + unit;
            if units.get(memory as usize) == Some(&true) {
                Run::push(&mut runs, row, unit * per_unit..(unit + 1) * per_unit);
            }
        }
    }
    runs
}

/// Returns, for each memory unit, whether the selected step reads it as a part of the tile.
fn units_read(spec: &Spec) -> Option<Vec<bool>> {
    let [rows, along_k] = window_read(spec)?;
    let layout = spec.layout();
    let per_unit = layout.per_unit() as usize;
    let (mn_step, k_step) = match layout.major() {
        Major::K => (1, per_unit),
        Major::Mn => (per_unit, 1),
    };
    let mut units = vec![false; (spec.space().bytes() / layout.unit_bytes()) as usize];
    for mn in rows.step_by(mn_step) {
        for k in along_k.clone().step_by(k_step) {
            let memory = layout.byte_from_element(Coord { mn, k }).byte / layout.unit_bytes();
            if let Some(unit) = units.get_mut(memory as usize) {
                *unit = true;
            }
        }
    }
    Some(units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Drawing;
    use crate::scene::tests::{drawing, scene};
    use swizzle_core::hardware::Element;
    use swizzle_core::law::Swizzle;
    use swizzle_core::reader::Said;
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    /// The manual's example of overlapping units: each of its 16 rows has two units in the first step, starting at 32 bytes
    /// times the row, and the last eight rows are in the second group, 256 bytes further.
    #[test]
    fn a_unit_that_several_claim_is_read_where_any_of_them_is() {
        let tile = SaidTile {
            element: Some(Element::Tf32),
            swizzle: Some(Swizzle::B32),
            mn: Some(16),
            k: Some(16),
            start_bytes: Some(0),
            lbo_bytes: Some(32),
            sbo_bytes: Some(256),
            ..SaidTile::default()
        };
        let spec = spec_from_said(&Said { tile, ..Said::default() }).unwrap();
        let scene = scene(&Drawing::of(&spec, View::default()), PaneKind::Memory);
        let lines: Vec<_> = scene.reads.iter().map(|run| (run.row, run.columns.clone())).collect();
        assert_eq!(lines, [(0, 0..8), (1, 0..8), (2, 0..8), (3, 0..8)]);
    }

    /// 256 KiB are as many units as 2048 rows of 64 elements: each further such tile claims them once more.
    #[test]
    fn what_claims_a_unit_is_counted_or_said_to_be_more() {
        for (mn, k, expected) in [
            (4096, 64, Label::Clash(2)),
            (8192, 64, Label::Clash(4)),
            (32_768, 64, Label::Clash(16)),
            (65_536, 64, Label::ClashOrMore(16)),
            (65_536, 65_536, Label::ClashOrMore(255)),
        ] {
            let window = Window::all(Size { columns: 1, rows: 1 });
            let scene = drawing(&format!("#/?mn={mn}&k={k}")).scene(PaneKind::Memory, &window);
            assert_eq!(scene.cells[0].label, expected, "{mn} × {k}");
        }
    }

    #[test]
    fn what_is_outlined_is_what_the_step_reads() {
        for step in 0..4 {
            let drawing = drawing(&format!("#/?step={step}"));
            let scene = scene(&drawing, PaneKind::Memory);
            let units: u32 = scene.reads.iter().map(|run| run.columns.len() as u32).sum();
            let all = units_read(&drawing.drawn).into_iter().flatten().filter(|is_read| *is_read).count();
            assert_eq!((units, all), (128, 128), "{step}");
        }
    }
}
