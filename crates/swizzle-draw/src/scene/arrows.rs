//! LBO and SBO as arrows on the two views.

use crate::scene::{CellAt, Occupancy};
use swizzle_core::hardware::{LINE_BYTES, LboMode, Major};
use swizzle_core::law::{Size, Stride};
use swizzle_core::reader::Spec;

/// An arrow from one cell to another: a stride.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrow {
    /// The stride that the arrow shows.
    pub stride: Stride,
    /// Cell of the first element.
    pub from: CellAt,
    /// Cell of the element one stride further.
    pub to: CellAt,
    /// Name and bytes.
    pub label: String,
}

/// Returns the arrows of the matrix view: along the top for the stride of columns, down the side for the stride of groups.
pub(super) fn matrix_arrows(spec: &Spec, per_unit: u32, size: Size) -> Vec<Arrow> {
    let layout = spec.layout();
    let atom = layout.atom();
    let origin = CellAt { column: 0, row: 0 };
    let across = CellAt { column: atom.row_units * per_unit, row: 0 };
    let down = CellAt { column: 0, row: atom.rows };
    let mut arrows = Vec::new();
    if !layout.is_canonical() {
        return arrows;
    }
    if across.column < size.columns {
        let stride = Stride::of_columns(layout.major(), layout.swizzle());
        arrows.push(arrow(spec, stride, origin, across));
    }
    if down.row < size.rows {
        let stride = Stride::of_groups(layout.major(), layout.swizzle());
        arrows.push(arrow(spec, stride, origin, down));
    }
    arrows
}

/// Returns the arrows of the memory view: from the line of the start down to that of the address one stride on, where both are
/// in the tile.
pub(super) fn memory_arrows(spec: &Spec, occupancy: &Occupancy, per_unit: u32) -> Vec<Arrow> {
    let layout = spec.layout();
    let lines = occupancy.lines();
    let cell = |byte: u32| {
        let (line, unit) = (byte / LINE_BYTES, byte % LINE_BYTES / layout.unit_bytes());
        let row = line.checked_sub(lines.start)?;
        (line < lines.end).then_some(CellAt { column: unit * per_unit, row })
    };
    [Stride::Lbo, Stride::Sbo]
        .into_iter()
        .filter(|stride| layout.is_canonical() && spec.is_read_by_tile(*stride))
        .filter_map(|stride| {
            let from = cell(layout.start_bytes())?;
            let to = cell(layout.start_bytes() + layout.stride_bytes(stride))?;
            (to.row != from.row).then(|| arrow(spec, stride, from, to))
        })
        .collect()
}

fn arrow(spec: &Spec, stride: Stride, from: CellAt, to: CellAt) -> Arrow {
    let layout = spec.layout();
    // The bytes are the tile's: they may exceed what addresses can distinguish.
    let bytes = spec.tile().stride_bytes(stride);
    // A distance that the descriptor may leave out is the tile's own, not its field.
    let is_apart = stride == Stride::Lbo
        && spec.has_column_stride()
        && !(spec.is_read_by_instruction(stride) && spec.reader().lbo_mode == LboMode::Relative);
    let name = match (is_apart, layout.major()) {
        (true, Major::K) => "column stride",
        _ => stride.name(),
    };
    Arrow { stride, from, to, label: format!("{name} {bytes} B") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_view::link::shown_from_link;

    #[test]
    fn a_stride_beyond_the_addresses_is_told_whole() {
        let shown = shown_from_link("#/?mn=65536&k=65536").shown;
        let spec = shown.spec().expect("a tile as large as they come");
        let size = Size { columns: 8192, rows: 65_536 };
        let labels = matrix_arrows(&spec, 1, size).into_iter();
        let labels: Vec<String> = labels.map(|arrow| arrow.label).collect();
        assert_eq!(labels, ["column stride 8388608 B", "SBO 1024 B"]);
    }
}
