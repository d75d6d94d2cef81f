//! The copies that bring scale factors from shared to tensor memory.

use std::error::Error;

use crate::build::Instruction;
use crate::source::Sourced;
use crate::template::Facts;
use swizzle_core::{FieldId, Operand};
use swizzle_tmem::scale::{
    BLOCK_BYTES, BLOCK_ROWS, BlockCopy, Order, ScaleBlocks, Scaling, block_copies, held, padded_rows,
};
use swizzle_tmem::tensor_memory::WARP_LANES;

/// Columns that a copy fills: one for each 32 of its 128 rows.
const COLUMNS_OF_COPY: u32 = BLOCK_ROWS / WARP_LANES;

/// The shared byte at which a copy is asserted.
const ASSERTED_BYTE: u32 = 0x8000;

/// Adds the copies of both operands' factors, of one block of rows and all of K, if there are any; why not, where no source that can be
/// read places them.
pub(super) fn add(facts: &mut Facts, sourced: &Sourced<'_>) -> Result<(), Box<dyn Error>> {
    let one = sourced.instruction;
    let (Some(kind), true) = (one.kind, one.is_scaled()) else { return Ok(()) };
    facts.add(&[("scale_rows_a", &rows(one, Operand::A)), ("scale_rows_b", &rows(one, Operand::B))]);
    if one.is_k_96 {
        return Err("no source covers where an instruction with K = 96 finds them".into());
    }
    let scaling = Scaling::new(kind, one.vec.elements())?;
    let factors = scaling.factors(one.sparsity, sourced.spec.steps() * one.k, one.k)?;
    let of = |operand: Operand| -> Result<Vec<BlockCopy>, Box<dyn Error>> {
        let found = held(operand, one.form, one.m, one.n)?;
        if found.len() > 1 || found[0].own_rows.is_some() {
            return Err("sources disagree on where they are for two CTAs and M = 128".into());
        }
        let blocks = ScaleBlocks::new(Order::Stage, rows(one, operand), factors)?;
        Ok(block_copies(&blocks, 0)?)
    };
    let (a, b) = (of(Operand::A)?, of(Operand::B)?);
    let longer = if a.len() >= b.len() { &a } else { &b };
    let ([first, ..], [.., last]) = (&a[..], &longer[..]) else { return Ok(()) };
    let text = format!(
        "Scale factors of one block in shared memory: for each 4 factors along K, of {} elements of K each, and in it for each 128 rows, {BLOCK_BYTES} bytes, of which byte 16 * (r % 32) + 4 * (r / 32) + f has factor f of row r. Rows are padded to {} of A, {} of B. A copy brings {BLOCK_BYTES} bytes to {COLUMNS_OF_COPY} columns.",
        scaling.elements(one.sparsity),
        padded_rows(rows(one, Operand::A)),
        padded_rows(rows(one, Operand::B)),
    );
    facts.add(&[
        ("copies_text", &text),
        ("copies_of_a", &a.len()),
        ("copies_of_b", &b.len()),
        ("copy_bytes", &BLOCK_BYTES),
        ("copy_columns", &COLUMNS_OF_COPY),
        ("copy_descriptor", &first.descriptor),
        ("asserted_byte", &format!("0x{ASSERTED_BYTE:x}")),
        ("last_copy", &(longer.len() - 1)),
        ("last_column", &last.column),
        ("last_descriptor", &last.descriptor.with_bytes(FieldId::Start, ASSERTED_BYTE + last.byte)),
    ]);
    Ok(())
}

/// Rows of scale factors in the tensor memory of one CTA, without padding: its own rows of A, all columns of B.
const fn rows(one: &Instruction, operand: Operand) -> u32 {
    match operand {
        Operand::A => one.m / one.form.ctas(),
        Operand::B => one.n,
    }
}
