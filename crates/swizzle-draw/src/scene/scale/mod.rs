//! One scale factor in its places: the matrix of factors, the blocks in memory, tensor memory, and the steps along K.

mod block_words;
mod steps;

use swizzle_tmem::Point;
use swizzle_tmem::scale::{BLOCK_BYTES, BLOCK_FACTORS, BLOCK_ROWS, Copies, ScaleStage};
use swizzle_tmem::tensor_memory::WARP_LANES;

use crate::cells::{Cell, Look};
use crate::scene::sheet::coloured;
use crate::scene::{Label, Sheet, id_of_pair};

pub use block_words::BlockWords;
pub use steps::{StepRow, step_rows};

/// A picture of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalePane {
    /// Rows × factors.
    Matrix,
    /// Blocks of 512 bytes in lines of 16.
    Memory,
    /// Lanes × columns.
    Tensor,
}

/// Bands of a picture whose rows are those of the four quarters of 128 rows or lanes.
const BANDS: u32 = 4;
/// Rows of a band.
const BAND_ROWS: u32 = 3;
/// Lines of the open block.
const OPEN_LINES: u32 = 10;
/// Bytes of a line, and of a word of it.
const LINE_BYTES: u32 = 16;
const WORD_BYTES: u32 = 4;
/// Lines of a block.
const LINES: u32 = BLOCK_BYTES / LINE_BYTES;
/// Words of 4 factors side by side, as many as two blocks have.
const WORDS: u32 = 2;

/// The part that is in view: the same rows of each quarter, and two blocks side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScaleWindow {
    /// The 128 rows.
    pub group: u32,
    /// The first of two words of four factors.
    pub word: u32,
    /// The first row of each band, from the first of its quarter.
    pub row: u32,
    /// The block that is open: 0 or 1 of those in view.
    pub open: u32,
    /// The first line of that.
    pub line: u32,
}

impl ScaleWindow {
    /// The part in which a factor is, as near to the former one as can be: what is seen already does not move.
    ///
    /// ```
    /// use swizzle_draw::scene::ScaleWindow;
    /// let first = ScaleWindow::with(37, 5, None);
    /// assert_eq!((first.row, first.word, first.open, first.line), (4, 0, 1, 0));
    /// assert_eq!(ScaleWindow::with(68, 4, Some(first)), first);
    /// assert_eq!(ScaleWindow::with(40, 4, Some(first)).row, 6);
    /// assert_eq!(ScaleWindow::with(31, 0, None).row, 29);
    /// ```
    pub fn with(row: u32, factor: u32, former: Option<Self>) -> Self {
        let lane = row % WARP_LANES;
        let word = factor / BLOCK_FACTORS;
        let first = match former.map(|former| former.row) {
            None => lane.saturating_sub(1),
            Some(first) if lane < first => lane,
            Some(first) => first.max((lane + 1).saturating_sub(BAND_ROWS)),
        };
        let first = first.min(WARP_LANES - BAND_ROWS);
        let line = match former.map(|former| former.line) {
            Some(line) if line <= first && first + BAND_ROWS <= line + OPEN_LINES => line,
            _ => first.saturating_sub(OPEN_LINES / 2 - 1).min(LINES - OPEN_LINES),
        };
        Self { group: row / BLOCK_ROWS, word: word / WORDS * WORDS, row: first, open: word % WORDS, line }
    }
}

/// The pictures of a stage in a window.
#[derive(Debug, Clone, Copy)]
pub struct ScalePictures<'a> {
    /// The stage.
    pub stage: &'a ScaleStage,
    /// Part that is in view.
    pub window: ScaleWindow,
    /// Number of the reading of tensor memory that is drawn.
    pub reading: usize,
}

impl ScalePictures<'_> {
    /// The bands of a picture: the four quarters of rows or lanes, or the open block.
    ///
    /// ```
    /// use swizzle_draw::scene::{Label, ScalePane, ScalePictures, ScaleWindow};
    /// use swizzle_view::link::ScaleShown;
    /// let stage = ScaleShown::default().stage().unwrap();
    /// let pictures = ScalePictures { stage: &stage, window: ScaleWindow::with(37, 5, None), reading: 0 };
    /// let matrix = pictures.sheets(ScalePane::Matrix);
    /// assert_eq!(matrix[1].cells[8 + 5].label, Label::Number(597));
    /// assert_eq!(matrix[1].down, ["36", "37", "38"]);
    /// let memory = pictures.sheets(ScalePane::Memory);
    /// assert_eq!((memory[0].cells[5 * 4 + 1].label, &*memory[0].down[5]), (Label::Number(37), "592"));
    /// let tensor = pictures.sheets(ScalePane::Tensor);
    /// assert_eq!((tensor[2].cells[8 + 5].label, &*tensor[2].down[1]), (Label::Number(37), "69"));
    /// ```
    pub fn sheets(&self, pane: ScalePane) -> Vec<Sheet> {
        let ScaleWindow { group, word, row, open, line } = self.window;
        let (first_row, first) = (group * BLOCK_ROWS, word * BLOCK_FACTORS);
        let (_, wide) = self.stage.block_counts();
        let words = wide.saturating_sub(word).min(WORDS);
        let quarters = (0..BANDS).map(|quarter| quarter * WARP_LANES + row);
        match pane {
            ScalePane::Matrix => quarters
                .map(|quarter| {
                    let row = first_row + quarter;
                    let factors = first..first + words * BLOCK_FACTORS;
                    Sheet::of(factors, row..row + BAND_ROWS, |at| {
                        let (row, factor) = (row + at.row, first + at.column);
                        self.cell(Some((row, factor)), |row| self.stage.read.byte(row, factor))
                    })
                })
                .collect(),
            ScalePane::Memory => {
                let block = self.stage.read.byte(first_row, first + open * BLOCK_FACTORS);
                let heads = (0..LINE_BYTES / WORD_BYTES)
                    .map(|at| format!("{}–{}", WORD_BYTES * at, WORD_BYTES * at + WORD_BYTES - 1));
                let lines = (line..line + OPEN_LINES).map(|line| block + LINE_BYTES * line);
                vec![Sheet::of(heads, lines, |at| {
                    let byte = block + LINE_BYTES * (line + at.row) + WORD_BYTES * at.column;
                    self.cell(self.stage.read.factor_from_byte(byte), |row| row)
                })]
            }
            ScalePane::Tensor => {
                let all = &self.stage.readings;
                let columns = &all[self.reading.min(all.len() - 1)].columns;
                // Columns of a word that are in view, and the first of them.
                let (count, first) = match columns.copies {
                    Copies::Four => (BANDS, group * BANDS),
                    Copies::Two => (columns.columns_of_word(), 0),
                };
                let column = |at: u32| (word + at / count) * columns.columns_of_word() + first + at % count;
                quarters
                    .map(|lane| {
                        let heads = (0..words * count).map(|at| self.stage.shape.first_column + column(at));
                        Sheet::of(heads, lane..lane + BAND_ROWS, |at| {
                            let (lane, column) = (lane + at.row, column(at.column));
                            let found = columns.law.element(Point { lane, column, ..Point::default() });
                            self.cell(found.map(|[row, factor]| (row, factor)), |row| row)
                        })
                    })
                    .collect()
            }
        }
    }

    /// A factor, or padding. Four hues for the quarters of rows, paler in every second word; none for rows of which it is not
    /// known whether an instruction reads them.
    fn cell(&self, factor: Option<(u32, u32)>, number: impl Fn(u32) -> u32) -> Cell {
        let (stage, shape) = (self.stage, &self.stage.shape);
        let is_inside = |(row, factor): &(u32, u32)| *row < shape.rows && *factor < shape.factors;
        let Some((row, factor)) = factor.filter(is_inside) else { return Cell::EMPTY };
        let colour = row % BLOCK_ROWS / WARP_LANES + BANDS * (factor / BLOCK_FACTORS % WORDS);
        let cell = coloured(id_of_pair((row, factor)), colour, Label::Number(number(row).cast_signed()));
        if stage.rows_beyond().is_some_and(|rows| row % stage.rows_of_mma() >= rows) {
            Cell { colour: 0, look: Look::Missing, ..cell }
        } else {
            cell
        }
    }
}
