//! The matrix view, as the ISA draws it: the contiguous side horizontal.

use std::ops::Range;

use crate::cells::Cell;
use crate::scene::arrows::matrix_arrows;
use crate::scene::sheet::coloured;
use crate::scene::{Axis, COLOURS, CellAt, Label, PaneKind, Run, Scene, Window, id_of_element};
use crate::view::{Cells, Colour, Number, View};
use swizzle_core::hardware::{BANK_BYTES, Major, Named};
use swizzle_core::law::{Coord, Size};
use swizzle_core::reader::Spec;
use swizzle_infer::trace::memory_unit;

/// Size of the matrix view in cells.
pub const fn matrix_size(spec: &Spec, view: &View) -> Size {
    let units = spec.layout().unit_grid(spec.extent());
    Size { columns: units.columns * cells_per_unit(spec, view), rows: units.rows }
}

/// Cells that stand for one unit.
pub(super) const fn cells_per_unit(spec: &Spec, view: &View) -> u32 {
    match view.cells {
        Cells::Units => 1,
        Cells::Elements => spec.layout().per_unit(),
    }
}

/// The id of the first element in a cell of the matrix view.
pub(super) const fn matrix_id(spec: &Spec, view: &View, at: CellAt) -> u32 {
    let along = at.column * (spec.layout().per_unit() / cells_per_unit(spec, view));
    id_of_element(Coord::at(spec.layout().major(), along, at.row))
}

/// The matrix view of a tile, or the part of it in a window.
pub fn matrix_scene(spec: &Spec, view: &View, window: &Window) -> Scene {
    let size = matrix_size(spec, view);
    let window = window.within(size);
    let per_unit = cells_per_unit(spec, view);
    let atom = spec.layout().atom();
    let [across, down] = axes(spec, view, &window);
    let breaks = |every: u32, range: &Range<u32>| {
        (range.start.div_ceil(every).max(1)..)
            .map(|index| index * every)
            .take_while(|at| *at < range.end)
            .collect()
    };
    Scene {
        title: title(spec),
        across,
        down,
        column_breaks: breaks(atom.row_units * per_unit, &window.columns),
        row_breaks: breaks(atom.rows, &window.rows),
        reads: reads(spec, view, &window),
        arrows: matrix_arrows(spec, per_unit, size),
        ..Scene::of_cells(PaneKind::Matrix, size, window, per_unit, |at| cell(spec, view, at, per_unit))
    }
}

fn title(spec: &Spec) -> String {
    let [size, element, major, swizzle] = tile_words(spec);
    format!("{major}, {swizzle}: {size} {element}")
}

/// Size, element type, major-ness and swizzle of a tile, in words.
///
/// ```
/// use swizzle_core::Said;
/// use swizzle_draw::scene::tile_words;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// assert_eq!(tile_words(&spec), ["64 × 64", "bf16", "K-major", "128B swizzle"]);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn tile_words(spec: &Spec) -> [String; 4] {
    let (tile, extent) = (spec.tile(), spec.extent());
    let layout = spec.layout();
    let swizzle = match layout.swizzle().name() {
        // Mode none has an order of its own, which these rows are not in.
        "none" if layout.row_xor().is_some() => "rows with an XOR of their own".into(),
        "none" if !layout.is_canonical() => "plain rows".into(),
        "none" => "no swizzle".into(),
        name => format!("{name} swizzle"),
    };
    [
        format!("{} × {}", extent.mn, extent.k),
        tile.element.name().into(),
        tile.major.operand_name(spec.reader().operand).into(),
        swizzle,
    ]
}

/// The axes, each called by its letter.
fn axes(spec: &Spec, view: &View, window: &Window) -> [Axis; 2] {
    let layout = spec.layout();
    let letter = spec.reader().operand.mn_letter();
    let (along, across) = match layout.major() {
        Major::K => ("K", letter),
        Major::Mn => (letter, "K"),
    };
    let names = |letter| match letter {
        "K" => ["K →", "K ↓"],
        "M" => ["M →", "M ↓"],
        _ => ["N →", "N ↓"],
    };
    let what = match view.cells {
        Cells::Units => {
            format!("units of {} bytes = {} elements", layout.unit_bytes(), layout.per_unit())
        }
        Cells::Elements => "elements".into(),
    };
    let heads = |range: &Range<u32>| range.clone().map(|at| at.to_string()).collect();
    [
        Axis {
            name: names(along)[0],
            title: format!("{along}, contiguous → {what}"),
            heads: heads(&window.columns),
        },
        Axis { name: names(across)[1], title: across.into(), heads: heads(&window.rows) },
    ]
}

fn cell(spec: &Spec, view: &View, at: CellAt, per_unit: u32) -> Cell {
    let CellAt { column, row } = at;
    let (unit, slot) = (column / per_unit, column % per_unit);
    let layout = spec.layout();
    let memory = layout.physical_from_unit(unit, row) / layout.unit_bytes();
    let units = layout.unit_grid(spec.extent()).columns;
    let label = match view.number {
        Number::Logical => Label::Number(((row * units + unit) * per_unit + slot) as i32),
        _ => memory_label(spec, view, (memory_unit(layout, memory * layout.unit_bytes()), memory), slot),
    };
    coloured(matrix_id(spec, view, at), class(spec, view, unit, row, memory), label)
}

/// The label of a matrix cell: the number of its unit in memory, from the start on, or the banks of that.
pub(super) fn memory_label(spec: &Spec, view: &View, (unit, memory): (i32, u32), slot: u32) -> Label {
    let per_unit = cells_per_unit(spec, view);
    match view.number {
        Number::Memory => Label::Number(unit * per_unit as i32 + slot as i32),
        Number::Bank => banks(spec, memory, slot, per_unit),
        Number::Logical | Number::None => Label::Blank,
    }
}

/// The number of a memory unit that can be before the read's start: the shorter way round.
pub(super) fn nearest_unit(spec: &Spec, memory: u32) -> i32 {
    let unit_bytes = spec.layout().unit_bytes();
    let start = spec.layout().start_bytes() / unit_bytes;
    let bytes = memory.wrapping_sub(start).wrapping_mul(unit_bytes);
    spec.space().signed(bytes) / unit_bytes as i32
}

/// The banks that hold a cell: four for a unit, those it touches for an element.
pub(super) fn banks(spec: &Spec, memory: u32, slot: u32, per_unit: u32) -> Label {
    let unit_bytes = spec.layout().unit_bytes();
    let first_bit = memory % spec.layout().line_units() * unit_bytes * 8;
    let bank = |bit: u32| (first_bit + bit) / (BANK_BYTES * 8);
    if per_unit == 1 {
        return Label::Banks(bank(0), bank(unit_bytes * 8 - 1));
    }
    let pitch = spec.layout().element().pitch_bits();
    Label::Banks(bank(slot * pitch), bank((slot + 1) * pitch - 1))
}

/// The colour class of a unit: the same in both views.
pub(super) fn class(spec: &Spec, view: &View, unit: u32, row: u32, memory: u32) -> u32 {
    let layout = spec.layout();
    let at = layout.digits_from_unit_and_row(unit, row);
    let units = layout.unit_grid(spec.extent()).columns;
    match view.colour {
        Colour::Memory => memory_unit(layout, memory * layout.unit_bytes()).rem_euclid(COLOURS as i32) as u32,
        Colour::Logical => row * units + unit,
        Colour::Row => at.row,
        Colour::Atom => at.group + at.column,
        Colour::Bank => memory,
        Colour::Step => step_of(spec, unit, row),
        Colour::None => 0,
    }
}

/// The step that reads a unit.
fn step_of(spec: &Spec, unit: u32, row: u32) -> u32 {
    let k = match spec.layout().major() {
        Major::K => unit * spec.layout().per_unit(),
        Major::Mn => row,
    };
    k.saturating_sub(spec.tile().at.k) / spec.read_k()
}

/// Rows and elements along K of the tile that the selected step reads; none beyond the sequence.
pub(super) fn window_read(spec: &Spec) -> Option<[Range<u32>; 2]> {
    let place = spec.place();
    let (first, read, whole) = (spec.first_element(place), spec.read_extent(), spec.extent());
    let of = |first: u32, read: u32, whole: u32| first..first.saturating_add(read).min(whole);
    (place.step < spec.steps() && place.block < spec.blocks())
        .then(|| [of(first.mn, read.mn, whole.mn), of(first.k, read.k, whole.k)])
}

/// Returns the cells of the tile that the selected step reads, as runs.
pub(super) fn reads(spec: &Spec, view: &View, window: &Window) -> Vec<Run> {
    let Some([mn, k]) = window_read(spec) else { return Vec::new() };
    let per_cell = spec.layout().per_unit() / cells_per_unit(spec, view);
    let (along, rows) = match spec.layout().major() {
        Major::K => (k, mn),
        Major::Mn => (mn, k),
    };
    let columns = along.start / per_cell..along.end.div_ceil(per_cell);
    rows.filter(|row| window.rows.contains(row)).map(|row| Run { row, columns: columns.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::PaneKind;
    use crate::scene::tests::{drawing, scene};

    #[test]
    fn what_is_expected_before_the_start_has_a_number_below_zero() {
        // Step 1 of a tile at 0x400 begins at 0x600, expected 0x420: 30 units before.
        let drawing = drawing("#/wgmma/4000004000000060?meant_start=0x400&mn=64&k=64&step=1");
        let scene = scene(&drawing, PaneKind::Matrix);
        assert_eq!(scene.beneath[0], Label::Number(-30));
        assert_eq!(scene.cells[0].label, Label::Number(4));
    }
}
