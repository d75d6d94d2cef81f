//! The scale factors of an operand in one stage, from memory to the instructions that use them.

use super::*;

const OWN_ROWS: &str = "PTX ISA, tcgen05.mma: M of one instruction; CuTe's fragments of scale factors";

/// The shape of the scale factors of an operand in one stage, and how they are written and read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StageShape {
    /// The kind, and how many elements of K share a factor.
    pub scaling: Scaling,
    /// Whether A is sparse: then a factor is shared by twice as many.
    pub sparsity: Sparsity,
    /// The operand of the factors: SFA or SFB.
    pub operand: Operand,
    /// How the instruction is issued.
    pub form: CtaForm,
    /// M of the instruction: of the pair, for two CTAs.
    pub m: u32,
    /// Rows of the stage without padding: those of A that a CTA has, or N.
    pub rows: u32,
    /// Factors of each row.
    pub factors: u32,
    /// The order of blocks in which the stage is written.
    pub written: Order,
    /// The order in which the copies read it.
    pub read: Order,
    /// First byte of the stage in shared memory.
    pub first_byte: u32,
    /// First column of the factors in tensor memory.
    pub first_column: u32,
    /// K of each instruction.
    pub step_k: u32,
}

/// The factors in the tensor memory of one CTA, as a source has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScaleReading {
    /// The rows that a CTA holds, according to the source.
    pub held: Held,
    /// The places of the factors, from the first column on.
    pub columns: ScaleColumns,
}

/// A 512-byte block of a stage: what is written there, and what the copies take it for. Each is the number of its 128 rows
/// and that of its 4 factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StageBlock {
    /// The block that is written there.
    pub actual: (u32, u32),
    /// The block that the copies expect.
    pub expected: (u32, u32),
}

/// The scale factors of an operand in one stage: blocks in memory, copies, tensor memory, instructions along K.
///
/// ```
/// use swizzle_core::{Operand, Sparsity, hardware::{CtaForm, Kind}};
/// use swizzle_tmem::scale::{Order, ScaleStage, Scaling, StageShape};
/// let stage = ScaleStage::new(StageShape {
///     scaling: Scaling::new(Kind::Mxf8f6f4, 32)?,
///     sparsity: Sparsity::Dense,
///     operand: Operand::A,
///     form: CtaForm::One,
///     m: 128,
///     rows: 256,
///     factors: 8,
///     written: Order::Tensor,
///     read: Order::Stage,
///     first_byte: 0x8000,
///     first_column: 0,
///     step_k: 32,
/// })?;
/// assert_eq!((stage.wrong_factors(), stage.shape.rows * stage.shape.factors), (1024, 2048));
/// let followed = stage.follow(200, 2)?;
/// assert_eq!((followed.written_byte, followed.read_byte, followed.actual), (1162, 650, (72, 6)));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScaleStage {
    /// The shape that was asked for.
    pub shape: StageShape,
    /// The stage as it is written.
    pub written: ScaleBlocks,
    /// The stage as the copies read it.
    pub read: ScaleBlocks,
    /// The copies, in the order of their columns.
    pub copies: Vec<BlockCopy>,
    /// The layout in tensor memory according to each source: the PTX ISA first, where it specifies one.
    pub readings: Vec<ScaleReading>,
    /// The instructions along K; for K = 96 it is not known where their factors are.
    pub steps: Result<ScaleSteps, Refusal>,
}

impl ScaleStage {
    /// The factors of a stage.
    ///
    /// # Errors
    /// [`Refusal`] for a size that does not exist, an address that does not fit, and for M and form without block scaling.
    pub fn new(shape: StageShape) -> Result<Self, Refusal> {
        let StageShape { rows, factors, .. } = shape;
        let written = ScaleBlocks::new(shape.written, rows, factors)?;
        if !shape.read.is_copied() {
            return Err(Refusal::Unknown("a tcgen05.cp of scale factors that are not in blocks of 128 × 4"));
        }
        let read = ScaleBlocks::new(shape.read, rows, factors)?;
        let n = match shape.operand {
            Operand::A => BLOCK_ROWS,
            Operand::B => rows,
        };
        let reading = |held: Held| {
            let columns = ScaleColumns::new(held.copies, padded_rows(rows), factors)?;
            Ok(ScaleReading { held, columns })
        };
        let readings = held(shape.operand, shape.form, shape.m, n)?.into_iter();
        let readings: Vec<ScaleReading> = readings.map(reading).collect::<Result<_, Refusal>>()?;
        let most = readings.iter().map(|reading| reading.columns.law.columns());
        let end = most.max().unwrap_or(0).saturating_add(shape.first_column);
        if end > COLUMNS {
            return Err(Refusal::Columns(end));
        }
        let copies = block_copies(&read, shape.first_byte)?;
        let columns = &readings[0].columns;
        let steps = ScaleSteps::new(shape.scaling, shape.sparsity, shape.step_k, columns);
        Ok(Self { shape, written, read, copies, readings, steps })
    }

    /// Rows with the padding that whole blocks need.
    pub const fn padded_rows(&self) -> u32 {
        padded_rows(self.shape.rows)
    }

    /// Returns the numbers of blocks: one for each 128 rows, and one for each 4 factors of these.
    pub const fn block_counts(&self) -> (u32, u32) {
        (self.shape.rows.div_ceil(BLOCK_ROWS), self.shape.factors.div_ceil(BLOCK_FACTORS))
    }

    /// Whether sources disagree about tensor memory.
    pub const fn is_contested(&self) -> bool {
        self.readings.len() > 1
    }

    /// Rows of each CTA that an instruction has, where the factors of more are in tensor memory: whether those beyond, up to
    /// [`rows_of_mma`](Self::rows_of_mma), matter is not known.
    ///
    /// Source: CuTe's fragment of SFA for two CTAs and M = 128, which has 128 rows although each CTA has 64 of A.
    pub fn rows_beyond(&self) -> Option<u32> {
        let own = self.readings.iter().find_map(|one| one.held.own_rows);
        own.filter(|own| self.shape.rows > *own)
    }

    /// Rows of which one instruction reads the factors, padding included: 128 of SFA, those of N of SFB.
    pub fn rows_of_mma(&self) -> u32 {
        self.readings[0].held.rows
    }

    /// Instructions along M that use the factors of the stage.
    pub fn mmas(&self) -> u32 {
        self.padded_rows() / self.rows_of_mma()
    }

    /// The rows, padding included, whose factors the instruction that uses those of a row reads.
    pub fn rows_beside(&self, row: u32) -> Range<u32> {
        let rows = self.rows_of_mma();
        let first = row / rows * rows;
        first..first + rows
    }

    /// Returns the column and the id that the instruction with a row's factors gets in a step, the column counted from the
    /// first one of tensor memory on; and the columns that it reads.
    ///
    /// # Errors
    /// [`Refusal`] where that is not known, and for a row or a step that there is not.
    pub fn given(&self, row: u32, step: u32) -> Result<(ScaleStep, Range<u32>), Refusal> {
        inside("row", row, self.shape.rows)?;
        let given = self.steps.as_ref().map_err(Clone::clone)?.step(step)?;
        let columns = &self.readings[0].columns;
        let first = columns.law.points(&[self.rows_beside(row).start, 0])?;
        let column = self.shape.first_column + first[0].column + given.column;
        let end = column + columns.columns_of_word() / self.mmas();
        Ok((ScaleStep { column, ..given }, column..end))
    }

    /// Returns how well the column and the id of an instruction are attested, and the source. That each instruction of several
    /// along M is given the column of its own rows is inferred.
    pub fn steps_attested(&self) -> Option<(Mark, &'static str)> {
        let law = &self.steps.as_ref().ok()?.law;
        Some(match self.mmas() {
            1 => law.attested(),
            _ => (Mark::Inferred, OWN_ROWS),
        })
    }

    /// The blocks in the order of their bytes; none where the stage is written in a layout without such blocks.
    pub fn blocks(&self) -> impl Iterator<Item = StageBlock> + '_ {
        let (high, wide) = self.block_counts();
        let block = |blocks: &ScaleBlocks, at: u32| {
            let (row, factor) = blocks.factor_from_byte(at * BLOCK_BYTES)?;
            Some((row / BLOCK_ROWS, factor / BLOCK_FACTORS))
        };
        let all = (0..high * wide).filter(|_| self.written.order.is_copied());
        all.filter_map(move |at| {
            Some(StageBlock { actual: block(&self.written, at)?, expected: block(&self.read, at)? })
        })
    }

    /// Number of factors, without padding, that are not where the copies expect them.
    pub fn wrong_factors(&self) -> u32 {
        let is_wrong =
            |(row, factor): &(u32, u32)| self.written.byte(*row, *factor) != self.read.byte(*row, *factor);
        self.read.places().filter(is_wrong).count() as u32
    }

    /// The factors that an instruction uses of each row.
    pub fn factors_of_step(&self, step: u32) -> Range<u32> {
        let per_step = self.shape.scaling.per_step();
        let first = step.saturating_mul(per_step);
        first..first.saturating_add(per_step).min(self.shape.factors)
    }

    /// The elements of K of an instruction.
    pub const fn k_of_step(&self, step: u32) -> Range<u32> {
        let first = step.saturating_mul(self.shape.step_k);
        first..first.saturating_add(self.shape.step_k)
    }

    /// The number of copies of each factor that a reading has.
    pub fn copies_of(&self, reading: usize) -> u32 {
        let found = self.readings.get(reading);
        found.map_or(Copies::Four, |reading| reading.held.copies).count()
    }
}
