//! Lints on a kernel: each operand of each tensor-core instruction, in its walk along K.

use crate::prelude::*;
mod alike;
mod around;
mod cover;
mod facts;
mod fit;
pub(crate) mod part;
pub mod product;
pub(crate) mod read;
mod refit;
mod report;
pub mod shared_map;
mod walk;
mod walks;

use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::hash::Hash;

pub use crate::about::{Around, FactKind, Letter, Whose};
pub use around::faults_around;
pub(crate) use facts::not_followed;
pub use facts::{Fact, FactState};
pub use fit::{Advance, Fit};
pub use part::{Checked, TensorPart, boxes_of_copies, tensor_parts};
pub use read::KERNEL_LINTS;
pub use refit::refitted;
pub use report::{KernelReport, OperandReport, judge};
pub use walk::{Cover, Geometry, Refit, Walk, WalkRead};
pub use walks::KernelWalk;

const MEASURED: &str = "the address law, measured on an H200; PTX ISA, “Canonical Layouts”";

/// One read of a walk.
#[derive(Debug, Clone, PartialEq)]
pub struct OperandRead {
    /// The walk.
    pub walk: Rc<Walk>,
    /// Index of the read in the walk.
    pub at: usize,
}

/// What lints on it report.
type Report = lint::Report<OperandRead>;

impl Subject for OperandRead {
    type Field = FieldId;
    type Change = ();
    type Facts = ();
}

/// How often each value comes, in the order in which they come first.
fn counts<T: Clone + Eq + Hash>(values: impl Iterator<Item = (T, usize)>) -> Vec<(T, usize)> {
    let (mut all, mut known): (Vec<(T, usize)>, FxHashMap<T, usize>) = Default::default();
    let mut last = 0;
    for (value, count) in values {
        // Neighbours are often alike.
        if all.get(last).is_none_or(|(other, _)| *other != value) {
            last = *known.entry(value.clone()).or_insert(all.len());
            if last == all.len() {
                all.push((value, 0));
            }
        }
        all[last].1 += count;
    }
    all
}

/// The value that most have, and how many do. Of several the first.
fn most<T: Clone + Eq + Hash>(values: impl Iterator<Item = T>) -> Option<(T, usize)> {
    most_of(values.map(|value| (value, 1)))
}

/// The same of values that come so often.
fn most_of<T: Clone + Eq + Hash>(values: impl Iterator<Item = (T, usize)>) -> Option<(T, usize)> {
    counts(values).into_iter().rev().max_by_key(|(_, count)| *count)
}

/// All that is wrong with a read, errors first.
pub fn findings_from_read(read: &OperandRead) -> Vec<Finding<()>> {
    findings_of(KERNEL_LINTS, read, ()).0
}

impl OperandRead {
    /// A, or B.
    fn letter(&self) -> &'static str {
        self.walk.side.name()
    }
}

/// The reads of 64 × 64 elements of bf16 in the mode 128B, K-major, with a change, for the cases of lints.
#[cfg(test)]
pub(crate) fn reading(at: usize, change: impl FnOnce(&mut Walk)) -> OperandRead {
    use swizzle_core::hardware::{Chip, Element, Major, Operand};
    use swizzle_ptx::address::Address;
    use swizzle_ptx::known::Known;
    let read = |at: i64| WalkRead {
        known: Known { mask: !0x3fff, bits: 0x4000_0040_0001_0000 },
        major: Some(Major::K),
        start: Some(32 * at),
        is_swapped: false,
        choices: Vec::new(),
        base_follows: false,
        address: Address::Whole,
        low: Some((32 * at) as u32),
        stop: None,
    };
    let mut walk = Walk {
        side: Operand::A,
        chip: Chip::Sm90a,
        element: Some(Element::Bf16),
        mn: Some(64),
        k_bytes: 32,
        reads: (0..4).map(read).collect(),
        fit: Fit { expected: (0..4).map(|at| Some(32 * at)).collect(), is_confirmed: true },
        turn: None,
        cover: None,
        strides: Vec::new(),
        together: std::cell::OnceCell::new(),
        refits: std::cell::OnceCell::new(),
    };
    change(&mut walk);
    OperandRead { walk: Rc::new(walk), at }
}

/// The first read of them with so many units in SBO, in all.
#[cfg(test)]
fn reading_with_sbo(units: u64) -> OperandRead {
    reading(0, |walk| {
        for read in &mut walk.reads {
            read.known.bits = 0x4000_0000_0001_0000 | units << 32;
        }
    })
}
