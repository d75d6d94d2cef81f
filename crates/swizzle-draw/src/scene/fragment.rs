//! A register fragment: the registers of each thread, and the matrix that they hold.

use crate::scene::sheet::coloured;
use crate::scene::{CellAt, Label, Sheet, id_of_pair};
use swizzle_warp::{Fragment, Slot};

/// The registers, in each place row and column of its element, and the matrix, in each cell its thread. Both are coloured by
/// register.
///
/// ```
/// use swizzle_draw::scene::{Label, fragment_scenes};
/// use swizzle_warp::FragmentName;
/// let [registers, matrix] = fragment_scenes(&FragmentName::Accumulator.of(32, 16));
/// assert_eq!((registers.across.len(), registers.down.len()), (8, 128));
/// let labels: Vec<Label> = registers.cells[..4].iter().map(|cell| cell.label).collect();
/// assert_eq!(labels, [Label::Pair(0, 0), Label::Pair(0, 1), Label::Pair(8, 0), Label::Pair(8, 1)]);
/// assert_eq!(matrix.cells[2].label, Label::Number(1));
/// ```
pub fn fragment_scenes(fragment: &Fragment) -> [Sheet; 2] {
    let cell = |slot: Slot, at: (u32, u32), label: Label| {
        let (place, _) = fragment.register_place(slot);
        coloured(id_of_pair(at), place, label)
    };
    let registers = Sheet::of(0..fragment.places(), 0..fragment.threads, |at| {
        let slot = fragment.slot(at.row, at.column);
        let (row, column) = fragment.cell_from_slot(slot);
        cell(slot, (row, column), Label::Pair(row, fragment.element(column)))
    });
    let columns = (0..fragment.columns).map(|at| fragment.element(1) * at);
    let matrix = Sheet::of(columns, 0..fragment.rows, |CellAt { column, row }| {
        let slot = fragment.slot_from_cell(row, column);
        cell(slot, (row, column), Label::Number(slot.thread.cast_signed()))
    });
    [registers, matrix]
}
