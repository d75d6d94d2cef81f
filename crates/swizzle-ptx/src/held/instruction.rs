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
    #[must_use]
    pub const fn has(&self, bits: u32) -> bool {
        self.known.mask & bits as u64 == bits as u64
    }

    /// The contiguous dimension of an operand.
    #[must_use]
    pub fn major(&self, side: Side) -> Option<Major> {
        let id = match side {
            Side::A => Id::TransposeA,
            Side::B => Id::TransposeB,
        };
        let field = InstructionDescriptor::field(self.lowest.kind(), id)?;
        self.has(field.mask()).then(|| self.lowest.major(side))
    }

    /// The element type of an operand.
    #[must_use]
    pub fn element(&self, side: Side) -> Option<Element> {
        let id = match side {
            Side::A => Id::A,
            Side::B => Id::B,
        };
        let field = InstructionDescriptor::field(self.lowest.kind(), id)?;
        if !self.has(field.mask()) {
            return None;
        }
        self.lowest.element(side)
    }

    /// Returns the type in which the products are accumulated.
    #[must_use]
    pub fn accumulator(&self) -> Option<Accumulator> {
        match InstructionDescriptor::field(self.lowest.kind(), Id::D) {
            Some(field) if !self.has(field.mask()) => None,
            _ => self.lowest.accumulator(),
        }
    }

    /// M and N, where they are known.
    #[must_use]
    pub fn shape(&self) -> [Option<u32>; 2] {
        let known = |id| {
            InstructionDescriptor::field(self.lowest.kind(), id)
                .is_some_and(|field| self.has(field.mask()))
        };
        [
            known(Id::M).then(|| self.lowest.m()),
            known(Id::N).then(|| self.lowest.n()),
        ]
    }
}
