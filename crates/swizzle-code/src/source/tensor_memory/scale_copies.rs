//! The copies that bring scale factors from shared to tensor memory.

use crate::build::Instruction;
use crate::source::Sourced;
use swizzle_core::hardware::Kind;
use swizzle_core::{Descriptor, FieldId, Operand};
use swizzle_tmem::scale::{
    BLOCK_BYTES, BLOCK_ROWS, BlockCopy, Order, ScaleBlocks, Scaling, block_copies, held, padded_rows,
};
use swizzle_tmem::tensor_memory::WARP_LANES;

/// Columns that a copy fills: one for each 32 of its 128 rows.
pub(super) const COLUMNS_OF_COPY: u32 = BLOCK_ROWS / WARP_LANES;

/// The shared byte at which a copy is asserted.
pub(super) const ASSERTED_BYTE: u32 = 0x8000;

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
    /// Returns the copies for an instruction with scale factors; why not, where no source that can be read places them.
    pub(super) fn new(sourced: &Sourced<'_>) -> Option<Result<Self, String>> {
        let kind = sourced.instruction.kind?;
        kind.is_block_scaled().then(|| copies(sourced, kind))
    }

    /// The bytes of shared memory that are copied.
    pub(super) fn text(&self, one: &Instruction) -> String {
        format!(
            "Scale factors of one block in shared memory: for each 4 factors along K, of {} elements of K each, and in it for each 128 rows, {BLOCK_BYTES} bytes, of which byte 16 * (r % 32) + 4 * (r / 32) + f has factor f of row r. Rows are padded to {} of A, {} of B. A copy brings {BLOCK_BYTES} bytes to {COLUMNS_OF_COPY} columns.",
            self.elements,
            padded_rows(rows(one, Operand::A)),
            padded_rows(rows(one, Operand::B)),
        )
    }

    /// The descriptor of a copy from shared byte 0.
    pub(super) fn constant_bits(&self) -> u64 {
        self.a.first().map_or(0, |copy| copy.descriptor.raw())
    }

    /// The last copy, its number, and its descriptor from [`ASSERTED_BYTE`] on.
    pub(super) fn last(&self) -> Option<(usize, BlockCopy, Descriptor)> {
        let longer = match self.a.len() >= self.b.len() {
            true => &self.a,
            false => &self.b,
        };
        let last = *longer.last()?;
        let start = ASSERTED_BYTE + last.byte;
        let descriptor = last.descriptor.with_bytes(FieldId::Start, start);
        Some((longer.len() - 1, last, descriptor))
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
    Ok(ScaleCopies { a: of(Operand::A)?, b: of(Operand::B)?, elements: scaling.elements(one.sparsity) })
}

/// Rows of scale factors in the tensor memory of one CTA, without padding: its own rows of A, all columns of B.
pub(in crate::source) const fn rows(one: &Instruction, operand: Operand) -> u32 {
    match operand {
        Operand::A => one.m / one.form.ctas(),
        Operand::B => one.n,
    }
}
