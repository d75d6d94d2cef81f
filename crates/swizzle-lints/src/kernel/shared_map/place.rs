//! An address in shared memory: relative to a base, in a stage of a ring, for each of a few warps.

use crate::prelude::*;

/// The base that an address is relative to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Base {
    /// A variable in shared memory, by its place in [`Kernel::shared`].
    Symbol(usize),
    /// Nothing: it is a number.
    Absolute,
    /// A sum of which more is not known.
    Sum(Vec<(AtomId, u64)>),
}

/// A place in shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The base that it is relative to.
    pub(crate) base: Base,
    /// Bytes from there to the first stage.
    pub(crate) offset: u64,
    /// How many stages there are, and bytes from one to the next.
    pub(crate) ring: Option<(u32, u64)>,
    /// Bytes from one stage to the next of a ring whose stages are not known.
    pub(crate) stride: Option<u64>,
    /// Bytes from one value of something else to the next, and how many values that has.
    pub(crate) steps: Vec<(u64, u64)>,
}

/// The most values that a part of an address can have and still count as a step.
const VALUES_MAX: u64 = 16;

/// The least distance between stages, in bytes.
const STRIDE_LEAST: u64 = 512;

/// Returns the place of an address.
pub(crate) fn place(kernel: &Kernel<'_>, address: &Linear) -> Option<Place> {
    let address = address.modulo(32);
    let (mut symbol, mut ring, mut steps, mut rest) = (None, None, Vec::new(), Vec::new());
    for (atom, by) in &address.terms {
        if let (Some(at), 1, None) = (kernel.symbol(*atom), *by, symbol) {
            symbol = Some(at);
        } else if let (Some(stages), None) = (kernel.stages_of(*atom), ring) {
            ring = Some((stages, *by));
        } else {
            match kernel.values_of(*atom) {
                Some(values) if values <= VALUES_MAX && by >> kernel.address_bits == 0 => {
                    steps.push((*by, values));
                }
                _ => rest.push((*atom, *by)),
            }
        }
    }
    // A counter whose values are not known, in steps that no alignment has.
    let stride = match rest[..] {
        [(atom, by)] if symbol.is_some() && ring.is_none() => {
            let is_counter = by >= STRIDE_LEAST && by >> kernel.address_bits == 0 && kernel.is_joined(atom);
            is_counter.then_some(by)
        }
        _ => None,
    };
    if stride.is_some() {
        rest.clear();
    }
    // A variable and something unknown beside it: not this variable's own offsets.
    let base = match (symbol, rest.is_empty()) {
        (Some(at), true) => Base::Symbol(at),
        (None, true) => Base::Absolute,
        (_, false) => Base::Sum(
            address
                .terms
                .iter()
                .filter(|(atom, by)| rest.contains(&(*atom, *by)) || kernel.symbol(*atom).is_some())
                .copied()
                .collect(),
        ),
    };
    // The first warps do not multiply where the last ones would be behind the end: they are numbered from another one on.
    let space = 1u64 << kernel.address_bits;
    let mut offset = address.constant & (u64::MAX >> (64 - 32));
    let negative = offset.wrapping_neg() & 0xffff_ffff;
    if let Some((by, values)) = steps.first_mut()
        && (offset >= space || offset + *by * (*values - 1) >= space)
    {
        let behind = if offset >= space { negative } else { space - offset };
        let skipped = behind.div_ceil((*by).max(1));
        if skipped < *values {
            offset = (skipped * *by).wrapping_sub(behind);
            *values -= skipped;
        }
    }
    (offset >> kernel.address_bits == 0).then_some(Place { base, offset, ring, stride, steps })
}

impl Place {
    /// Bytes from the lowest to the highest of its places in one stage.
    pub(crate) fn spread(&self) -> u64 {
        self.steps.iter().map(|(by, values)| by * (values - 1)).sum()
    }
}
