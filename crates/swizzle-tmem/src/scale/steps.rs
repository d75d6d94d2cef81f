//! Scale factors that each instruction along K uses.

use super::*;

/// The K of block-scaled instructions of sm_103a, in elements; no source that can be read says where their factors are.
pub const K_96: u32 = 96;

/// The column and the id that one instruction along K gets for the scale factors of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScaleStep {
    /// Columns from the address of the tile's first factors to the one that the instruction is given.
    pub column: u32,
    /// Scale-factor id: SFA's is in bits 29 and 30 of the instruction descriptor, SFB's in bits 4 and 5.
    pub id: u32,
}

/// The instructions along K: step ↔ column and id of the scale factors of one operand.
///
/// Source: PTX ISA, `tcgen05.mma`, scale-factor ids; CuTe, which advances the pointer by factors.
///
/// ```
/// use swizzle_core::{Sparsity, hardware::Kind};
/// use swizzle_tmem::scale::{Copies, ScaleColumns, ScaleStep, ScaleSteps, Scaling};
/// let scaling = Scaling::new(Kind::Mxf4, 32)?;
/// let columns = ScaleColumns::new(Copies::Four, 128, 8)?;
/// let steps = ScaleSteps::new(scaling, Sparsity::Dense, 64, &columns)?;
/// assert_eq!((steps.steps, steps.step(3)?), (4, ScaleStep { column: 4, id: 2 }));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScaleSteps {
    /// The kind, and the number of elements of K that share a factor.
    pub scaling: Scaling,
    /// Instructions along K.
    pub steps: u32,
    /// The law: step ↔ column and bit, the id being the byte of that bit.
    pub law: Law,
}

impl ScaleSteps {
    /// The instructions that use all factors of an operand, each of so many elements of K.
    ///
    /// # Errors
    /// [`Refusal::Unknown`] for a K that is not that of the kind with such an A: of K = 96, no source that can be read says
    /// where an instruction finds its factors.
    pub fn new(
        scaling: Scaling,
        sparsity: Sparsity,
        k: u32,
        columns: &ScaleColumns,
    ) -> Result<Self, Refusal> {
        if k == K_96 {
            return Err(Refusal::Unknown("where an instruction with K = 96 finds its scale factors"));
        }
        if k != scaling.kind().k(sparsity) {
            return Err(Refusal::Unknown("a block-scaled instruction of this K"));
        }
        let per_step = scaling.per_step();
        let steps = columns.factors.div_ceil(per_step);
        let of_word = BLOCK_FACTORS / per_step;
        let mark = match columns.copies {
            Copies::Four => Mark::Docs,
            Copies::Two => Mark::Code,
        };
        let source = "PTX ISA, tcgen05.mma, scale-factor ids; CuTe's pointers to scale factors";
        let words = (steps.div_ceil(of_word), Coordinate::Column, columns.columns_of_word());
        let law = Law::new("scale factors of a step", mark, source)
            .over(Index::Step, [(of_word, Coordinate::Bit, 8 * per_step), words])
            .used(steps);
        Ok(Self { scaling, steps, law })
    }

    /// Returns the column and the id for a step.
    ///
    /// # Errors
    /// [`Refusal::Index`] for a step that there is not.
    pub fn step(&self, step: u32) -> Result<ScaleStep, Refusal> {
        let point = self.law.points(&[step])?[0];
        Ok(ScaleStep { column: point.column, id: point.bit / 8 })
    }
}
