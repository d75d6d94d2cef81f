//! A `tcgen05.cp`: the rows of its source in shared memory, and the lanes of each warp with what is written to them.

use swizzle_text::listed;
use swizzle_tmem::Point;
use swizzle_tmem::moves::SharedCopy;
use swizzle_tmem::tensor_memory::WARP_LANES;

use crate::scene::{COLOURS, Cell, CellAt, Label, Sheet};

/// Bytes of a column.
const WORD_BYTES: u32 = 4;

/// Side of a copy that a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CopySide {
    /// Rows × words of 4 bytes.
    Source,
    /// The lanes of a warp × columns.
    Warp(u32),
}

/// Destinations of the rows of a copy: a picture of the source, and one for the lanes of each warp.
///
/// ```
/// use swizzle_core::hardware::CopyShape;
/// use swizzle_draw::scene::{CellAt, CopyPicture, CopySide, Label};
/// use swizzle_tmem::moves::{Multicast, SharedCopy};
/// let copy = SharedCopy::new(CopyShape::R64x128b, Multicast::W02x13)?;
/// let picture = CopyPicture { copy, first_column: 8 };
/// // Row 40, bytes 4 to 7: lanes 40 and 104.
/// let lane_8 = CellAt { column: 1, row: 8 };
/// assert_eq!((picture.lanes(40), picture.word((CopySide::Warp(3), lane_8))), (vec![40, 104], Some((40, 4))));
/// assert_eq!(picture.told((CopySide::Warp(3), lane_8)), "Row 40, bytes 4–7: lanes 40 and 104, column 9");
/// let warp = picture.scene(CopySide::Warp(3));
/// assert_eq!((warp.cells[8 * 4 + 1].label, &*warp.across[1]), (Label::Pair(40, 4), "9"));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyPicture {
    /// The copy.
    pub copy: SharedCopy,
    /// The column of its address; the lane is 0.
    pub first_column: u32,
}

/// A side, and a cell of it.
pub type CopyCell = (CopySide, CellAt);

impl CopyPicture {
    /// Rows of the source that share a colour.
    pub const fn rows_of_colour(&self) -> u32 {
        if self.copy.shape.rows() < WARP_LANES { 1 } else { WARP_LANES }
    }

    /// Columns that it writes.
    pub const fn columns(&self) -> u32 {
        self.copy.shape.row_bytes() / WORD_BYTES
    }

    /// The row and the first byte of the word in a cell; none where nothing is written.
    pub fn word(&self, (side, at): CopyCell) -> Option<(u32, u32)> {
        match side {
            CopySide::Source => Some((at.row, at.column * WORD_BYTES)),
            CopySide::Warp(warp) => {
                let cell = Point { lane: warp * WARP_LANES + at.row, column: at.column, ..Point::default() };
                self.copy.law.element(cell).map(|[row, byte]| (row, byte))
            }
        }
    }

    /// The lanes that a row goes to.
    pub fn lanes(&self, row: u32) -> Vec<u32> {
        let cells = self.copy.law.points(&[row, 0]).unwrap_or_default();
        cells.iter().map(|cell| cell.lane).collect()
    }

    /// Returns the source and the destination of the word in a cell, in one sentence.
    pub fn told(&self, cell: CopyCell) -> String {
        let Some((row, byte)) = self.word(cell) else {
            return "Nothing is written here".into();
        };
        let lanes = self.lanes(row);
        format!(
            "Row {row}, bytes {byte}–{}: {} {}, column {}",
            byte + WORD_BYTES - 1,
            if lanes.len() == 1 { "lane" } else { "lanes" },
            listed(lanes),
            self.first_column + byte / WORD_BYTES
        )
    }

    /// The picture of a side: the row in each cell, its first byte under it, coloured by 32 rows.
    pub fn scene(&self, side: CopySide) -> Sheet {
        let columns = self.columns();
        let cell = |at| self.cell((side, at));
        match side {
            CopySide::Source => {
                let bytes = (0..columns).map(|at| at * WORD_BYTES);
                Sheet::of(bytes, 0..self.copy.shape.rows(), cell)
            }
            CopySide::Warp(warp) => {
                let (column, lane) = (self.first_column, warp * WARP_LANES);
                Sheet::of(column..column + columns, lane..lane + WARP_LANES, cell)
            }
        }
    }

    fn cell(&self, cell: CopyCell) -> Cell {
        let word = self.word(cell);
        Cell {
            class: word.map(|(row, _)| (row / self.rows_of_colour() % COLOURS) as u8),
            label: word.map_or(Label::Blank, |(row, byte)| Label::Pair(row, byte)),
            ..Cell::default()
        }
    }
}
