//! Scale factors in tensor memory.

use super::*;

named! {
    /// The copies of a scale factor in tensor memory.
    pub enum Copies "copies" {
        /// In each quarter of the lanes.
        Four => "4",
        /// Rows of the first half in each quarter of lanes 0 to 63, those of the second half in lanes 64 to 127.
        Two => "2x2",
    }
}

impl Copies {
    /// Returns the number of copies of each factor.
    pub const fn count(self) -> u32 {
        match self {
            Self::Four => 4,
            Self::Two => 2,
        }
    }
}

/// Scale factors in tensor memory: row, factor along K, copy ↔ lane, column, bit of the column's word.
///
/// Source: PTX ISA, scale-factor layouts of `tcgen05.mma` (four copies); CuTe's fragments; Triton's
/// `TensorMemoryScalesLayout`. Two copies are CuTe's for SFB of two CTAs and M = 128, see [`held`](crate::scale::held).
///
/// ```
/// use swizzle_tmem::scale::{Copies, ScaleColumns};
/// let columns = ScaleColumns::new(Copies::Four, 128, 8)?;
/// let cells = columns.law.points(&[37, 5])?;
/// assert_eq!(cells.iter().map(|c| c.lane).collect::<Vec<_>>(), [5, 37, 69, 101]);
/// assert!(cells.iter().all(|c| (c.column, c.bit) == (5, 8)));
/// assert_eq!(columns.law.element(cells[2]), Some([37, 5, 2]));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScaleColumns {
    /// Number of times that each factor is there.
    pub copies: Copies,
    /// Rows, padding included.
    pub rows: u32,
    /// Factors of each row without padding to whole words.
    pub factors: u32,
    /// The law: row, factor, copy ↔ lane, column, bit, padding included.
    pub law: Law,
}

impl ScaleColumns {
    /// The factors of so many rows, so many of each. Rows are a multiple of 128, as
    /// [`padded_rows`](crate::scale::padded_rows) has them; or, with four copies, 32 or 64, which Triton does not pad.
    ///
    /// # Errors
    /// [`Refusal::ScaleSize`] where one is 0, [`Refusal::Unknown`] for other rows, [`Refusal::Columns`] for more than 512
    /// columns.
    pub fn new(copies: Copies, rows: u32, factors: u32) -> Result<Self, Refusal> {
        use Coordinate::{Bit, Column, Lane};
        if rows == 0 || factors == 0 {
            return Err(Refusal::ScaleSize { rows, blocks: factors });
        }
        let is_padded = rows.is_multiple_of(BLOCK_ROWS);
        let (name, mark, source) = match copies {
            Copies::Four if is_padded => (
                "scale factors, four copies",
                Mark::TwoWitnesses,
                "PTX ISA, scale factors of tcgen05.mma; CuTe's fragments; Triton's TensorMemoryScalesLayout",
            ),
            Copies::Four if matches!(rows, 32 | 64) => {
                ("scale factors, four copies", Mark::Code, "Triton's TensorMemoryScalesLayout")
            }
            Copies::Two if is_padded => (
                "scale factors, two copies of each half",
                Mark::Code,
                "CuTe's fragment of SFB for two CTAs and M = 128",
            ),
            Copies::Four | Copies::Two => {
                return Err(Refusal::Unknown(
                    "scale factors in tensor memory of rows that are not padded to 128",
                ));
            }
        };
        let (words, of_word) = (factors.div_ceil(BLOCK_FACTORS), columns_of_word(copies, rows));
        let columns = words.saturating_mul(of_word);
        if columns > COLUMNS {
            return Err(Refusal::Columns(columns));
        }
        // Halves of the rows that have lanes of their own.
        let halves = 4 / copies.count();
        let law = Law::new(name, mark, source)
            .over(Index::Row, [(32, Lane, 1), (of_word, Column, 1), (halves, Lane, 64)])
            .over(Index::Block, [(BLOCK_FACTORS, Bit, 8), (words, Column, of_word)])
            .used(factors)
            .over(Index::Copy, [(copies.count(), Lane, 32)]);
        Ok(Self { copies, rows, factors, law })
    }

    /// Columns that each four factors of all rows take.
    pub const fn columns_of_word(&self) -> u32 {
        columns_of_word(self.copies, self.rows)
    }
}

const fn columns_of_word(copies: Copies, rows: u32) -> u32 {
    rows / (LANES / copies.count())
}
