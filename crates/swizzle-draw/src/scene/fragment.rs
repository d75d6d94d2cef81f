//! A register fragment: the registers of each thread, and the matrix that they hold.

use crate::scene::whole::Plain;
use crate::scene::{Axis, COLOURS, Cell, Label, Mark, PaneKind, Scene, Size};
use swizzle_warp::{Fragment, Slot};

/// The registers, in each place row and column of its element, and the matrix, in each cell its thread. Both are coloured by
/// register.
///
/// ```
/// use swizzle_draw::scene::{Label, fragment_scenes};
/// use swizzle_warp::FragmentName;
/// let [registers, matrix] = fragment_scenes(&FragmentName::Accumulator.of(32, 16));
/// assert_eq!((registers.size.columns, registers.size.rows), (8, 128));
/// let labels: Vec<Label> = registers.cells[..4].iter().map(|cell| cell.label).collect();
/// assert_eq!(labels, [Label::Pair(0, 0), Label::Pair(0, 1), Label::Pair(8, 0), Label::Pair(8, 1)]);
/// assert_eq!(matrix.cells[2].label, Label::Number(1));
/// ```
pub fn fragment_scenes(fragment: &Fragment) -> [Scene; 2] {
    let cell = |slot: Slot, label: Label| {
        let (place, _) = fragment.register_place(slot);
        let cell = Cell { class: Some((place % COLOURS) as u8), label, mark: Mark::Plain };
        (cell, Label::Blank)
    };
    let axis = |name: &'static str, count: u32, step: u32| Axis {
        name,
        title: name.into(),
        heads: (0..count).map(|at| (step * at).to_string()).collect(),
    };
    let (threads, places) = (fragment.threads, fragment.places());
    let registers = (0..threads).flat_map(|thread| {
        (0..places).map(move |place| {
            let slot = fragment.slot(thread, place);
            let (row, column) = fragment.cell_from_slot(slot);
            (slot, Label::Pair(row, fragment.element(column)))
        })
    });
    let registers = Plain {
        kind: PaneKind::Matrix,
        title: format!("{threads} threads"),
        size: Size { columns: places, rows: threads },
        across: axis("", places, 1),
        down: axis("", threads, 1),
        breaks: (fragment.parts.max(2), 32, 0),
        cells: registers.map(|(slot, label)| cell(slot, label)).collect(),
    };
    let (rows, columns) = (fragment.rows, fragment.columns);
    let cells = (0..rows).flat_map(|row| {
        (0..columns).map(move |column| {
            let slot = fragment.slot_from_cell(row, column);
            (slot, Label::Number(slot.thread.cast_signed()))
        })
    });
    let matrix = Plain {
        kind: PaneKind::Matrix,
        title: format!("{rows} × {columns}"),
        size: Size { columns, rows },
        across: axis("", columns, fragment.element(1)),
        down: axis("row", rows, 1),
        breaks: (8, 8, 0),
        cells: cells.map(|(slot, label)| cell(slot, label)).collect(),
    };
    [registers.scene(), matrix.scene()]
}
