//! The copies that bring scale factors from shared to tensor memory.

use crate::source::Sourced;
use swizzle_core::Operand;
use swizzle_core::hardware::Kind;
use swizzle_tmem::scale::{
    BLOCK_ROWS, BlockCopy, Order, ScaleBlocks, Scaling, block_copies, held, padded_rows,
};
use swizzle_tmem::tensor_memory::WARP_LANES;

/// Columns that a copy fills: one for each 32 of its 128 rows.
pub(super) const COLUMNS_OF_COPY: u32 = BLOCK_ROWS / WARP_LANES;

/// The copies of both operands' factors, of one block of rows and all of K.
pub(super) struct ScaleCopies {
    /// Those of A, from shared byte 0.
    pub(super) a: Vec<BlockCopy>,
    /// Those of B, from shared byte 0.
    pub(super) b: Vec<BlockCopy>,
    /// Elements of K that share a factor.
    pub(super) elements: u32,
}

impl ScaleCopies {
    /// Of an instruction with scale factors; why not, where no source that can be read places them.
    pub(super) fn new(sourced: &Sourced<'_>) -> Option<Result<Self, String>> {
        let kind = sourced.instruction.kind?;
        kind.is_block_scaled().then(|| copies(sourced, kind))
    }
}

fn copies(sourced: &Sourced<'_>, kind: Kind) -> Result<ScaleCopies, String> {
    let one = sourced.instruction;
    if one.is_k_96 {
        return Err("no source covers where an instruction with K = 96 finds them".into());
    }
    let words = |refusal: swizzle_tmem::Refusal| refusal.to_string();
    let scaling = Scaling::new(kind, one.vec.elements()).map_err(words)?;
    let k = sourced.spec.steps() * one.k;
    let factors = scaling.factors(one.sparsity, k, one.k).map_err(words)?;
    let of = |operand: Operand| {
        let found = held(operand, one.form, one.m, one.n).map_err(words)?;
        if found.len() > 1 || found[0].own_rows.is_some() {
            return Err("sources disagree on where they are for two CTAs and M = 128".into());
        }
        let blocks = ScaleBlocks::new(Order::Stage, rows(one, operand), factors).map_err(words)?;
        block_copies(&blocks, 0).map_err(words)
    };
    Ok(ScaleCopies {
        a: of(Operand::A)?,
        b: of(Operand::B)?,
        elements: scaling.elements(one.sparsity),
    })
}

/// Rows of scale factors in the tensor memory of one CTA, without padding: its own rows of A, all columns of B.
pub(super) const fn rows(one: &crate::build::Instruction, operand: Operand) -> u32 {
    match operand {
        Operand::A => one.m / one.form.ctas(),
        Operand::B => one.n,
    }
}

/// Rows with padding: blocks have 128.
pub(super) const fn whole_rows(one: &crate::build::Instruction, operand: Operand) -> u32 {
    padded_rows(rows(one, operand))
}
