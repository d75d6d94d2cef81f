//! The bank conflicts that a swizzle mode avoids at the writes that fill the tile row by row.

use swizzle_core::hardware::{LINE_BYTES, Named as _, UNIT_BYTES};
use swizzle_core::law::{Extent, Swizzle};
use swizzle_core::tile::Tile;

use crate::banks::wavefronts_from_lanes;
use crate::preset::Preset;
use crate::side_by_side::{Form, lanes_from_layout};

/// The bank conflicts of a copy that fills rows one after another, 16 bytes a thread, under each swizzle mode.
///
/// ```
/// use swizzle_core::{Element, Tile};
/// use swizzle_warp::RowWrites;
/// let writes = RowWrites::of(&Tile::k_major(Element::Bf16, 64, 64));
/// let ways: Vec<_> = writes.ways.iter().filter_map(|(_, ways)| *ways).collect();
/// assert_eq!(ways, [8, 4, 2, 1, 1]);
/// assert_eq!(writes.text(), "Bank conflicts: 8 threads write a 128 B row");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowWrites {
    /// Each mode with the most words that 8 threads want of one bank; none where the element is not written in units.
    pub ways: Vec<(Swizzle, Option<u32>)>,
    /// Bytes of a row of the contiguous dimension.
    pub row_bytes: u32,
}

impl RowWrites {
    /// The writes of a packed tile of this size and type, independent of its own mode and strides.
    pub fn of(tile: &Tile) -> Self {
        let size = Extent { mn: tile.mn, k: tile.k };
        let (columns, rows) = size.along_and_across(tile.major);
        let row_bits = columns.saturating_mul(tile.element.slot_bits());
        let access = Preset::RowByRow.access();
        let formula = Preset::RowByRow.formula();
        let ways = |swizzle: Swizzle| {
            let form = Form::Canonical(swizzle);
            let layout = form.layout(tile.element, tile.major, rows, columns);
            let lanes = lanes_from_layout(access, &formula, &layout, (rows, columns)).ok()?;
            Some(wavefronts_from_lanes(access, &lanes).ways())
        };
        Self {
            ways: Swizzle::ALL.iter().map(|&mode| (mode, ways(mode))).collect(),
            row_bytes: (row_bits / 8).next_multiple_of(UNIT_BYTES),
        }
    }

    /// Describes the writes that have the conflicts.
    pub fn text(&self) -> String {
        let threads = LINE_BYTES / UNIT_BYTES;
        match self.row_bytes {
            LINE_BYTES => format!("Bank conflicts: {threads} threads write a {LINE_BYTES} B row"),
            row if row > LINE_BYTES => {
                format!("Bank conflicts: {threads} threads write {LINE_BYTES} B of a row")
            }
            row => format!("Bank conflicts: {threads} threads write {row} B rows"),
        }
    }
}
