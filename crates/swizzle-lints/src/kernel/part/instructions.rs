//! Instruction descriptors beside those of the same walk, and beside the opcode.

use std::collections::HashMap;

use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId as Id};
use swizzle_core::hardware::{Major, Operand, Sparsity};
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::mma::{Held, Mma};
use swizzle_ptx::module::chip;

use crate::finding::Confidence;
use crate::kernel::letter::Letter;
use crate::kernel::part::aligned::TARGET;
use crate::kernel::part::row::{FactKind, Outcome, Row};
use crate::kernel::part::{About, Part, Word};

/// Fields that instructions of one walk share, by their names.
const SHARED: [(Id, &str); 11] = [
    (Id::A, "the type of A"),
    (Id::B, "the type of B"),
    (Id::D, "the type of D"),
    (Id::M, "M"),
    (Id::N, "N"),
    (Id::TransposeA, "the transpose of A"),
    (Id::TransposeB, "the transpose of B"),
    (Id::Sparse, "sparsity"),
    (Id::Saturate, "saturation"),
    (Id::ScaleType, "the type of the scale factors"),
    (Id::KSize, "K"),
];

/// The shared fields of an instruction descriptor, if all of them are known.
fn shared(mma: &Mma<'_>) -> Option<(u32, u32)> {
    let idesc = mma.idesc?;
    let fields = SHARED
        .iter()
        .filter_map(|(id, _)| InstructionDescriptor::field(idesc.lowest.kind(), *id));
    let mask = fields.fold(0, |mask, field| mask | field.mask());
    idesc
        .has(mask)
        .then_some((mask, idesc.known.bits as u32 & mask))
}

fn word(mma: &Mma<'_>, common: Option<u32>) -> Option<Word> {
    let idesc = mma.idesc?;
    let kind = idesc.lowest.kind();
    let own = shared(mma).map_or(0, |(_, own)| own);
    let differs = SHARED.iter().filter(|(id, _)| {
        let field = InstructionDescriptor::field(kind, *id);
        field.is_some_and(|field| common.is_some_and(|common| (own ^ common) & field.mask() != 0))
    });
    let sparse = InstructionDescriptor::field(kind, Id::Sparse);
    let sparse_bit = sparse
        .filter(|field| idesc.has(field.mask()))
        .map(|field| idesc.known.bits as u32 & field.mask() != 0);
    Some(Word {
        own,
        common,
        differs: differs.map(|(_, name)| *name).collect(),
        is_sparse: mma.name.sparsity == Sparsity::Sparse,
        sparse_bit,
        transposes_tensor_memory: matches!(mma.operands[0], Held::TensorMemory(_))
            && mma.majors[Operand::A as usize] == Some(Major::Mn),
    })
}

/// The value that most have, of several the first.
fn most_common(values: &[u32]) -> Option<u32> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for value in values {
        *counts.entry(*value).or_default() += 1;
    }
    values
        .iter()
        .rev()
        .max_by_key(|value| counts[value])
        .copied()
}

pub(super) static WALK_RESULT: Row = Row {
    id: "walk-result",
    source: "the accumulator of the instructions around it",
    confidence: Confidence::Derived,
    fact: FactKind::TensorMemory,
};

/// The accumulator that an instruction adds to, or that the ones around it do if it alone has its own.
pub(crate) fn accumulator(kernel: &Kernel<'_>, at: usize) -> u32 {
    let mma = &kernel.mmas[at];
    let beside = |other: Option<usize>| {
        kernel
            .mmas
            .get(other?)
            .filter(|one| one.opcode == mma.opcode)
    };
    let (before, behind) = (beside(at.checked_sub(1)), beside(at.checked_add(1)));
    let (Some(before), Some(behind)) = (before, behind) else {
        return mma.accumulator;
    };
    let is_alone = || {
        kernel
            .mmas
            .iter()
            .filter(|one| one.accumulator == mma.accumulator)
            .count()
            == 1
    };
    let of_others = || {
        kernel
            .mmas
            .iter()
            .filter(|one| one.accumulator == before.accumulator)
            .count()
    };
    let is_stray =
        before.accumulator == behind.accumulator && before.accumulator != mma.accumulator;
    match is_stray
        && matches!(mma.result, Held::TensorMemory(Some(_)))
        && is_alone()
        && of_others() > 2
    {
        true => before.accumulator,
        false => mma.accumulator,
    }
}

/// An instruction that adds to another accumulator than those before and behind it.
pub(super) fn results(kernel: &Kernel<'_>) -> Option<Part> {
    let at = (0..kernel.mmas.len())
        .find(|at| accumulator(kernel, *at) != kernel.mmas[*at].accumulator)?;
    let mma = &kernel.mmas[at];
    let outcome = Outcome::wrong(
        format_args!("D: the instruction adds to another accumulator than those around it"),
        format_args!(
            "The instructions before and behind it, in lines {} and {}, go on with the same steps along K.",
            kernel.mmas[at - 1].line,
            kernel.mmas[at + 1].line
        ),
    );
    Some(WALK_RESULT.part((mma.line, mma.loc), Some(Letter::D), Vec::new(), outcome))
}

/// Bits of a word that have a meaning on the kernel's chip alone.
pub(crate) fn chip_bits(kernel: &Kernel<'_>, mma: &Mma<'_>) -> u32 {
    let own = |idesc: InstructionDescriptor| {
        let chip = chip(kernel.target, mma.name.arch);
        idesc.raw() & InstructionDescriptor::bits_without_table(idesc.kind(), chip)
    };
    mma.idesc.map_or(0, |idesc| own(idesc.lowest))
}

/// An instruction descriptor with such bits.
pub(super) fn of_chip(kernel: &Kernel<'_>) -> Vec<Part> {
    let part = |(at, mma): (usize, &Mma<'_>)| {
        let bits = chip_bits(kernel, mma);
        let readers = [Operand::A, Operand::B].map(|side| (at, side)).to_vec();
        let outcome = Outcome::NotFollowed(format!(
            "the bits 0x{bits:08x} of the instruction descriptor have a meaning on {} alone",
            kernel.target.unwrap_or_default()
        ));
        (bits != 0).then(|| TARGET.part((mma.line, mma.loc), None, readers, outcome))
    };
    kernel.mmas.iter().enumerate().filter_map(part).collect()
}

pub(super) fn instructions(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut groups: HashMap<(u32, &str), Vec<u32>> = HashMap::new();
    for mma in &kernel.mmas {
        if let Some((_, own)) = shared(mma) {
            let key = (mma.accumulator, mma.opcode);
            groups.entry(key).or_default().push(own);
        }
    }
    let common: HashMap<_, u32> = groups
        .into_iter()
        .filter_map(|(key, all)| Some((key, most_common(&all)?)))
        .collect();
    let mut parts = Vec::new();
    for mma in &kernel.mmas {
        let key = (mma.accumulator, mma.opcode);
        let common = shared(mma).and_then(|_| common.get(&key).copied());
        if let Some(word) = word(mma, common) {
            parts.push(Part {
                line: mma.line,
                loc: mma.loc,
                operand: None,
                readers: Vec::new(),
                about: About::Instruction(word),
            });
        }
    }
    parts
}
