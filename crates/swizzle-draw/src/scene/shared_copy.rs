//! A `tcgen05.cp`: the rows of its source in shared memory, and the lanes of each warp with what is written to them.

use swizzle_text::listed;
use swizzle_tmem::Point;
use swizzle_tmem::moves::SharedCopy;
use swizzle_tmem::tensor_memory::{LANES, WARP_LANES};

use crate::cells::Cell;
use crate::scene::sheet::coloured;
use crate::scene::{Label, Sheet, id_of_pair};

/// Bytes of a column.
const WORD_BYTES: u32 = 4;
/// Lanes of each warp that are drawn.
const DRAWN_LANES: u32 = 3;

/// Destinations of the rows of a copy: a picture of the source, and one for the lanes of each warp.
///
/// ```
/// use swizzle_core::hardware::CopyShape;
/// use swizzle_draw::scene::{CopyPicture, Label};
/// use swizzle_tmem::moves::{Multicast, SharedCopy};
/// let copy = SharedCopy::new(CopyShape::R64x128b, Multicast::W02x13)?;
/// let picture = CopyPicture { copy, first_column: 8 };
/// // Row 40, bytes 4 to 7: lanes 40 and 104.
/// assert_eq!((picture.lanes(40), picture.word(104, 9)), (vec![40, 104], Some((40, 4))));
/// assert_eq!(picture.told(104, 9), "Row 40, bytes 4–7: lanes 40 and 104, column 9");
/// let warp = &picture.around(104)[3];
/// assert_eq!((&*warp.down[1], &*warp.across[1], warp.cells[4 + 1].label), ("104", "9", Label::Pair(40, 4)));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyPicture {
    /// The copy.
    pub copy: SharedCopy,
    /// The column of its address; the lane is 0.
    pub first_column: u32,
}

impl CopyPicture {
    /// The row and the first byte of the word in a cell of tensor memory; none where nothing is written.
    pub fn word(&self, lane: u32, column: u32) -> Option<(u32, u32)> {
        let cell = Point { lane, column: column.checked_sub(self.first_column)?, ..Point::default() };
        self.copy.law.element(cell).map(|[row, byte]| (row, byte))
    }

    /// The lanes that get a row.
    pub fn lanes(&self, row: u32) -> Vec<u32> {
        let cells = self.copy.law.points(&[row, 0]).unwrap_or_default();
        cells.iter().map(|cell| cell.lane).collect()
    }

    /// What is written to a cell, in one sentence.
    pub fn told(&self, lane: u32, column: u32) -> String {
        let Some((row, byte)) = self.word(lane, column) else {
            return "Nothing is written here".into();
        };
        let lanes = self.lanes(row);
        let noun = if lanes.len() == 1 { "lane" } else { "lanes" };
        let last = byte + WORD_BYTES - 1;
        format!("Row {row}, bytes {byte}–{last}: {noun} {}, column {column}", listed(lanes))
    }

    /// The rows of the source.
    pub fn source(&self) -> Sheet {
        let bytes = (0..self.columns()).map(|at| at * WORD_BYTES);
        Sheet::of(bytes, 0..self.copy.shape.rows(), |at| self.cell(Some((at.row, at.column * WORD_BYTES))))
    }

    /// The lanes of each warp around the one that has the place of a lane in its own.
    pub fn around(&self, lane: u32) -> Vec<Sheet> {
        let first = (lane % WARP_LANES).saturating_sub(1).min(WARP_LANES - DRAWN_LANES);
        let columns = self.first_column..self.first_column + self.columns();
        let warp = |warp: u32| {
            let lane = warp * WARP_LANES + first;
            Sheet::of(columns.clone(), lane..lane + DRAWN_LANES, |at| {
                self.cell(self.word(lane + at.row, self.first_column + at.column))
            })
        };
        (0..LANES / WARP_LANES).map(warp).collect()
    }

    /// Columns that it writes.
    const fn columns(&self) -> u32 {
        self.copy.shape.row_bytes() / WORD_BYTES
    }

    /// A cell, coloured by the rows of a warp, or by row where there are fewer.
    fn cell(&self, word: Option<(u32, u32)>) -> Cell {
        let rows = if self.copy.shape.rows() < WARP_LANES { 1 } else { WARP_LANES };
        word.map_or(Cell::EMPTY, |(row, byte)| {
            coloured(id_of_pair((row, byte)), row / rows, Label::Pair(row, byte))
        })
    }
}
