//! One scale factor in all the places that it passes.

use super::*;

/// One scale factor: its bytes in memory, its cells in tensor memory, and the instruction that uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// The row.
    pub row: u32,
    /// The factor along K.
    pub factor: u32,
    /// Elements of K that it scales.
    pub k: Range<u32>,
    /// Byte of the stage to which it is written.
    pub written_byte: u32,
    /// Byte of the stage from which the copies read it.
    pub read_byte: u32,
    /// Row and factor that are at that byte: others where the layouts differ. Padding, and what is after the last byte as written,
    /// is past rows and factors.
    pub actual: (u32, u32),
    /// Number of the copy that brings it.
    pub copy: usize,
    /// Its cells in tensor memory, the columns from the first one of all on: a list for each reading.
    pub cells: Vec<Vec<Point>>,
    /// Step along K of the instruction that uses it, its column, and its id; none where that is not known.
    pub step: Option<(u32, ScaleStep)>,
}

impl ScaleStage {
    /// One factor in all places.
    ///
    /// # Errors
    /// [`Refusal::Index`] for a row or a factor that the stage does not have.
    pub fn follow(&self, row: u32, factor: u32) -> Result<Followed, Refusal> {
        let shape = &self.shape;
        inside("row", row, shape.rows)?;
        inside("scale factor", factor, shape.factors)?;
        let read_byte = self.read.byte_from_factor(row, factor)?;
        let elements = shape.scaling.elements(shape.sparsity);
        let cells = self.readings.iter().map(|reading| {
            let mut cells = reading.columns.law.points(&[row, factor])?;
            for cell in &mut cells {
                cell.column += shape.first_column;
            }
            Ok(cells)
        });
        let step = factor / shape.scaling.per_step();
        let given = self.given(row, step).ok();
        let brings = |copy: &BlockCopy| copy.brings(row, factor);
        Ok(Followed {
            row,
            factor,
            k: factor * elements..(factor + 1) * elements,
            written_byte: self.written.byte_from_factor(row, factor)?,
            read_byte,
            actual: self.written.factor_from_byte(read_byte).unwrap_or((shape.rows, shape.factors)),
            copy: self.copies.iter().position(brings).unwrap_or(0),
            cells: cells.collect::<Result<_, Refusal>>()?,
            step: given.map(|(given, _)| (step, given)),
        })
    }
}

impl Followed {
    /// Whether the copies find it where they expect it.
    pub fn is_right(&self) -> bool {
        self.actual == (self.row, self.factor)
    }

    /// Byte of its word.
    pub const fn byte_of_word(&self) -> u32 {
        self.factor % BLOCK_FACTORS
    }
}
