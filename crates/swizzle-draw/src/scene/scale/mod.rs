//! One scale factor in its places: the matrix of factors, the blocks in memory, tensor memory, and the steps along K.

mod block_words;
mod formula;
mod steps;

use swizzle_core::named;
use swizzle_text::listed;
use swizzle_tmem::scale::{
    BLOCK_BYTES, BLOCK_FACTORS, BLOCK_ROWS, Copies, Followed, ScaleReading, ScaleStage,
};
use swizzle_tmem::tensor_memory::WARP_LANES;
use swizzle_tmem::{Law, Mark as Attested, Point};

use crate::scene::{COLOURS, Cell, CellAt, Label, Sheet, Size};

pub use block_words::BlockWords;
pub use formula::Formula;
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

named!(
    ScalePane,
    "picture",
    Matrix => "matrix",
    Memory => "memory",
    Tensor => "tensor",
);

/// Bands of a picture whose rows are those of the four quarters of 128 rows or lanes.
const BANDS: u32 = 4;
/// Rows of a band, and of the block that is not open.
const BAND_ROWS: u32 = 3;
/// Lines of the open block.
const OPEN_LINES: u32 = 10;
/// Lines of a block.
const LINES: u32 = BLOCK_BYTES / 16;
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

/// A cell of a picture, and where something is one of the four bytes of its word, that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BandCell {
    /// The band.
    pub band: usize,
    /// The cell in it.
    pub at: CellAt,
    /// The byte of the word; 0 in the matrix, whose cells are factors.
    pub byte: u32,
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

impl<'a> ScalePictures<'a> {
    fn reading(&self) -> &'a ScaleReading {
        let all = &self.stage.readings;
        &all[self.reading.min(all.len() - 1)]
    }

    /// The law that a picture is drawn by.
    pub fn law(&self, pane: ScalePane) -> &'a Law {
        match pane {
            ScalePane::Matrix | ScalePane::Memory => &self.stage.read.law,
            ScalePane::Tensor => &self.reading().columns.law,
        }
    }

    /// How well a picture is attested, and where that was read.
    pub fn attested(&self, pane: ScalePane) -> (Attested, &'static str) {
        match pane {
            ScalePane::Matrix | ScalePane::Memory => (self.law(pane).mark, self.law(pane).source),
            ScalePane::Tensor => (self.reading().held.mark, self.reading().held.source),
        }
    }

    /// Words side by side that the stage has in view.
    fn words(&self) -> u32 {
        let (_, wide) = self.stage.block_counts();
        (wide - self.window.word.min(wide)).min(WORDS)
    }

    /// Columns of a word that are in view, and the first of them.
    fn columns_of_word(&self) -> (u32, u32) {
        let columns = &self.reading().columns;
        match columns.copies {
            Copies::Four => (BANDS, self.window.group * BANDS),
            Copies::Two => (columns.columns_of_word(), 0),
        }
    }

    /// Columns and rows of a band; nothing for a band that a picture does not have.
    pub fn band_size(&self, pane: ScalePane, band: usize) -> Size {
        let is_there = band < self.bands(pane);
        let columns = match pane {
            ScalePane::Matrix => self.words() * BLOCK_FACTORS,
            ScalePane::Memory => BANDS,
            ScalePane::Tensor => self.words() * self.columns_of_word().0,
        };
        let rows = match pane {
            ScalePane::Memory if band as u32 == self.window.open => OPEN_LINES,
            ScalePane::Matrix | ScalePane::Memory | ScalePane::Tensor => BAND_ROWS,
        };
        Size { columns, rows: if is_there { rows } else { 0 } }
    }

    /// Bands of a picture.
    pub fn bands(&self, pane: ScalePane) -> usize {
        match pane {
            ScalePane::Matrix | ScalePane::Tensor => BANDS as usize,
            ScalePane::Memory => self.words() as usize,
        }
    }

    /// Lane, line or row of a band's row, from the first of its quarter or block.
    fn line(&self, pane: ScalePane, cell: &BandCell) -> u32 {
        let first = match pane {
            ScalePane::Memory if cell.band as u32 == self.window.open => self.window.line,
            ScalePane::Matrix | ScalePane::Memory | ScalePane::Tensor => self.window.row,
        };
        first + cell.at.row
    }

    /// The column of tensor memory, from the first of the operand, in a column of the picture.
    fn column(&self, at: u32) -> u32 {
        let (count, first) = self.columns_of_word();
        let word = self.window.word + at / count;
        word * self.reading().columns.columns_of_word() + first + at % count
    }

    /// Row and factor in a byte of a cell, padding included; none where nothing is.
    fn at(&self, pane: ScalePane, cell: &BandCell) -> Option<(u32, u32)> {
        let line = self.line(pane, cell);
        let ScaleWindow { group, word, .. } = self.window;
        match pane {
            ScalePane::Matrix => Some((
                group * BLOCK_ROWS + cell.band as u32 * WARP_LANES + line,
                word * BLOCK_FACTORS + cell.at.column,
            )),
            ScalePane::Memory => {
                let first = [group * BLOCK_ROWS, (word + cell.band as u32) * BLOCK_FACTORS];
                let block = self.stage.read.law.point(&first)?.memory_byte;
                let byte = block + 16 * line + 4 * cell.at.column + cell.byte;
                self.stage.read.factor_from_byte(byte)
            }
            ScalePane::Tensor => {
                let point = Point {
                    lane: cell.band as u32 * WARP_LANES + line,
                    column: self.column(cell.at.column),
                    bit: 8 * cell.byte,
                    ..Point::default()
                };
                self.reading().columns.law.element(point).map(|[row, factor]| (row, factor))
            }
        }
    }

    /// Row and factor in a byte of a cell; none in padding.
    pub fn factor_at(&self, pane: ScalePane, cell: BandCell) -> Option<(u32, u32)> {
        let shape = &self.stage.shape;
        let size = self.band_size(pane, cell.band);
        let is_here = cell.at.column < size.columns && cell.at.row < size.rows;
        let found = self.at(pane, &cell).filter(|_| is_here);
        found.filter(|(row, factor)| *row < shape.rows && *factor < shape.factors)
    }

    /// The bands of a picture.
    ///
    /// ```
    /// use swizzle_draw::scene::{Label, ScalePane, ScalePictures, ScaleWindow};
    /// use swizzle_view::link::ScaleShown;
    /// let stage = ScaleShown::default().stage().unwrap();
    /// let pictures = ScalePictures { stage: &stage, window: ScaleWindow::with(37, 5, None), reading: 0 };
    /// let matrix = pictures.scenes(ScalePane::Matrix);
    /// assert_eq!(matrix[1].cells[8 + 5].label, Label::Number(597));
    /// assert_eq!(matrix[1].down, ["36", "37", "38"]);
    /// let memory = pictures.scenes(ScalePane::Memory);
    /// assert_eq!((memory[1].cells[5 * 4 + 1].label, &*memory[1].down[5]), (Label::Number(37), "592"));
    /// let tensor = pictures.scenes(ScalePane::Tensor);
    /// assert_eq!((tensor[2].cells[8 + 5].label, &*tensor[2].down[1]), (Label::Number(37), "69"));
    /// ```
    pub fn scenes(&self, pane: ScalePane) -> Vec<Sheet> {
        (0..self.bands(pane)).map(|band| self.band(pane, band)).collect()
    }

    fn band(&self, pane: ScalePane, band: usize) -> Sheet {
        let size = self.band_size(pane, band);
        let cell_of = |at: CellAt| BandCell { band, at, byte: 0 };
        let cell = |at: CellAt| match self.factor_at(pane, cell_of(at)) {
            None => Cell::default(),
            Some((row, factor)) => Cell {
                class: self.class(row, factor),
                label: Label::Number(match pane {
                    ScalePane::Matrix => self.byte(row, factor),
                    ScalePane::Memory | ScalePane::Tensor => row.cast_signed(),
                }),
                ..Cell::default()
            },
        };
        let first = self.window.word * BLOCK_FACTORS;
        let across = (0..size.columns).map(|at| match pane {
            ScalePane::Matrix => (first + at).to_string(),
            ScalePane::Memory => format!("{}–{}", 4 * at, 4 * at + 3),
            ScalePane::Tensor => (self.stage.shape.first_column + self.column(at)).to_string(),
        });
        let down = (0..size.rows).map(|row| {
            let line = self.line(pane, &cell_of(CellAt { column: 0, row }));
            let quarter = band as u32 * WARP_LANES;
            match pane {
                ScalePane::Matrix => self.window.group * BLOCK_ROWS + quarter + line,
                ScalePane::Memory => self.block_byte(band) + 16 * line,
                ScalePane::Tensor => quarter + line,
            }
        });
        Sheet::of(across, down, cell)
    }

    /// First byte of a block in view, from the first of the stage.
    fn block_byte(&self, band: usize) -> u32 {
        let first = [self.window.group * BLOCK_ROWS, (self.window.word + band as u32) * BLOCK_FACTORS];
        let point = self.stage.read.law.point(&first);
        point.map_or(0, |point| point.memory_byte)
    }

    fn byte(&self, row: u32, factor: u32) -> i32 {
        let byte = self.stage.read.byte_from_factor(row, factor);
        byte.unwrap_or(0).cast_signed()
    }

    /// Four hues for the quarters of rows, paler in every second word. None for rows of which it is not known whether an
    /// instruction reads them.
    fn class(&self, row: u32, factor: u32) -> Option<u8> {
        let is_beyond = self.stage.rows_beyond().is_some_and(|rows| row % self.stage.rows_of_mma() >= rows);
        let class = row % BLOCK_ROWS / WARP_LANES + BANDS * (factor / BLOCK_FACTORS % WORDS);
        (!is_beyond).then_some((class % COLOURS) as u8)
    }

    /// Returns the description of a factor for a screen reader.
    ///
    /// ```
    /// use swizzle_draw::scene::{ScalePictures, ScaleWindow};
    /// use swizzle_view::link::ScaleShown;
    /// let stage = ScaleShown::default().stage().unwrap();
    /// let pictures = ScalePictures { stage: &stage, window: ScaleWindow::with(37, 5, None), reading: 0 };
    /// assert_eq!(
    ///     pictures.spoken(&stage.follow(37, 5).unwrap()),
    ///     "row 37, K block 5: byte 597, lanes 5, 37, 69 and 101, column 5, byte 1, step 5, id 1",
    /// );
    /// ```
    pub fn spoken(&self, at: &Followed) -> String {
        let cells = &at.cells[self.reading.min(at.cells.len() - 1)];
        let step = match at.step {
            Some((step, given)) => format!("step {step}, id {}", given.id),
            None => "step not known".into(),
        };
        format!(
            "row {}, K block {}: byte {}, lanes {}, column {}, byte {}, {step}",
            at.row,
            at.factor,
            at.read_byte,
            listed(cells.iter().map(|cell| cell.lane)),
            cells.first().map_or(0, |cell| cell.column),
            at.byte_of_word()
        )
    }
}
