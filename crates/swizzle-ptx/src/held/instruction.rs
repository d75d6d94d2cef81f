//! An instruction descriptor as far as it is known.

use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId as Id};
use swizzle_core::hardware::{Accumulator, Element, Major, Operand as Side};

use crate::domain::known::Known;

/// The instruction descriptor of a `tcgen05.mma`, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldInstruction {
    /// Its bits.
    pub known: Known,
    /// The descriptor, with zeros where bits are not known.
    pub lowest: InstructionDescriptor,
}

impl HeldInstruction {
    /// Whether all of these bits are known.
    pub const fn has(&self, bits: u32) -> bool {
        self.known.mask & bits as u64 == bits as u64
    }

    /// The bits of fields, of those that its kind has.
    pub fn mask(&self, ids: &[Id]) -> u32 {
        let field = |id: &Id| InstructionDescriptor::field(self.lowest.kind(), *id);
        ids.iter().filter_map(field).fold(0, |mask, field| mask | field.mask())
    }

    /// Whether its kind has a field, and all bits of it are known.
    pub fn knows(&self, id: Id) -> bool {
        let mask = self.mask(&[id]);
        mask != 0 && self.has(mask)
    }

    /// The contiguous dimension of an operand.
    pub fn major(&self, side: Side) -> Option<Major> {
        self.knows([Id::TransposeA, Id::TransposeB][side as usize]).then(|| self.lowest.major(side))
    }

    /// The element type of an operand.
    pub fn element(&self, side: Side) -> Option<Element> {
        self.lowest.element(side).filter(|_| self.knows([Id::A, Id::B][side as usize]))
    }

    /// Returns the type in which the products are accumulated.
    pub fn accumulator(&self) -> Option<Accumulator> {
        let is_known = self.has(self.mask(&[Id::D]));
        self.lowest.accumulator().filter(|_| is_known)
    }

    /// M and N, where they are known.
    pub fn shape(&self) -> [Option<u32>; 2] {
        [self.knows(Id::M).then(|| self.lowest.m()), self.knows(Id::N).then(|| self.lowest.n())]
    }
}
