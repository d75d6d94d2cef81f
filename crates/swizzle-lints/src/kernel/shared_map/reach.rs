//! An address in shared memory, taken apart: what it is counted from, stages, and the part that differs from thread to thread.

use crate::prelude::*;

/// An address in shared memory, by what its parts do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The base that it is relative to.
    pub(crate) base: Vec<(AtomId, u64)>,
    /// Bytes from there.
    pub(crate) offset: i64,
    /// The parts that loops move it by.
    pub(crate) stages: Vec<Stage>,
    /// Bytes by which threads are before and behind that, at most; `None` where a loop moves it on.
    pub(crate) spread: Option<[i64; 2]>,
}

/// A part of an address that moves from turn to turn of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The counter of the stages.
    pub(crate) counter: AtomId,
    /// Bytes from one stage to the next.
    pub(crate) by: u64,
    /// How many there are, where that is known.
    pub(crate) count: Option<u32>,
}

/// Stages and blocks are not nearer to one another.
const STRIDE_LEAST: u64 = 512;

impl Reach {
    pub(crate) fn of(kernel: &Kernel<'_>, address: &Linear) -> Self {
        let bits = kernel.address_bits;
        let address = address.modulo(bits);
        let mut reach = Self {
            base: Vec::new(),
            offset: address.constant as i64,
            stages: Vec::new(),
            spread: Some([0, 0]),
        };
        for (atom, by) in &address.terms {
            let bytes = signed(*by, bits);
            let aligned = kernel.alignment(*atom).min(1 << bits);
            let most = bytes.unsigned_abs().saturating_mul(kernel.most(*atom));
            if kernel.is_of_shared(*atom) {
                reach.base.push((*atom, *by));
            } else if kernel.is_turning(*atom) && bytes.unsigned_abs().saturating_mul(aligned) >= STRIDE_LEAST
            {
                reach.stages.push(Stage {
                    counter: kernel.counter(*atom),
                    by: *by,
                    count: kernel.stages_of(*atom),
                });
            } else if most < 1 << (bits - 1) {
                // A part that reaches farther is not a thread's.
                if let Some([before, behind]) = &mut reach.spread {
                    let side = if bytes < 0 { before } else { behind };
                    *side += most as i64;
                }
            } else if kernel.is_turning(*atom) {
                reach.spread = None;
            } else {
                reach.base.push((*atom, *by));
            }
        }
        reach.stages.sort_by_key(|stage| stage.by);
        reach
    }

    /// Whether another is counted from the same; `None` where that is not known.
    pub(crate) fn is_beside(&self, kernel: &Kernel<'_>, other: &Self) -> Option<bool> {
        let variable = |reach: &Self| match reach.base[..] {
            [(atom, 1)] => kernel.symbol(atom),
            _ => None,
        };
        match (variable(self), variable(other)) {
            _ if self.base == other.base => Some(true),
            (Some(own), Some(their)) if own != their => Some(false),
            _ => None,
        }
    }

    /// Whether another goes through the same stages at the same distances.
    pub(crate) fn has_stages_of(&self, other: &Self) -> bool {
        let is_alike = |(own, their): (&Stage, &Stage)| (own.by, own.count) == (their.by, their.count);
        self.stages.len() == other.stages.len() && self.stages.iter().zip(&other.stages).all(is_alike)
    }
}
