//! A tensor-core instruction with its operands, as far as the text tells them.

pub mod name;

use swizzle_core::hardware::{CtaForm, Element, LboMode, Major, Operand as Side, read_k_bytes};

use crate::domain::linear::Linear;
use crate::held::HeldDescriptor;
use crate::held::instruction::HeldInstruction;
use crate::mma::name::MmaName;
use crate::provenance::Link;

/// The location of an operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// In shared memory, by a descriptor; the values that it can have, if it is one of a few.
    Descriptor(HeldDescriptor, Vec<HeldDescriptor>),
    /// In registers.
    Registers,
    /// In tensor memory, at this address if it is known.
    TensorMemory(Option<Linear>),
    /// Somewhere: nothing is known of it.
    Unknown,
}

impl Held {
    /// The address in tensor memory, if it is there and known.
    pub const fn place(&self) -> Option<&Linear> {
        match self {
            Self::TensorMemory(place) => place.as_ref(),
            Self::Descriptor(..) | Self::Registers | Self::Unknown => None,
        }
    }
}

/// A tensor-core instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mma<'a> {
    /// Its opcode.
    pub opcode: &'a str,
    /// The parts of the opcode.
    pub name: MmaName,
    /// Its line, from 1.
    pub line: u32,
    /// Its place in the source, from 1; 0 without one.
    pub loc: u32,
    /// A and B.
    pub operands: [Held; 2],
    /// The contiguous dimension of A and B, where it is known.
    pub majors: [Option<Major>; 2],
    /// Whether the product of a `wgmma` is subtracted.
    pub is_negative: bool,
    /// Whether D is added to (`scale-d`, `enable-input-d`), where that is a number.
    pub adds: Option<bool>,
    /// Whether lanes of D stay as they are: a mask of them is known, and not zero.
    pub leaves_lanes: bool,
    /// The location of the result: registers or tensor memory.
    pub result: Held,
    /// The locations of the scale factors of A and B.
    pub scales: Vec<Held>,
    /// The instruction descriptor.
    pub idesc: Option<HeldInstruction>,
    /// The number of its accumulator: instructions that add to the same one have the same number.
    pub accumulator: u32,
    /// The part of the kernel, between waits and loops, that it is in.
    pub section: u32,
    /// The lines at which A and B are not followed further, if a part of their descriptors is not known.
    pub stops: [Option<Link<'a>>; 2],
    /// Bytes by which the starts of A and B move from one turn of a loop to the next, where that is known.
    pub turns: [Option<i64>; 2],
    /// Its position in the kernel's list of instructions.
    pub(crate) position: u32,
}

impl Mma<'_> {
    /// The element type of an operand.
    pub fn element(&self, side: Side) -> Option<Element> {
        match self.idesc {
            Some(idesc) => idesc.element(side),
            None => self.name.types[side as usize],
        }
    }

    /// M of A and N of B, of one CTA.
    pub fn mn(&self, side: Side) -> Option<u32> {
        let mn = match (self.name.shape, self.idesc) {
            (Some([m, n, _]), _) => Some([m, n][side as usize]),
            (None, Some(idesc)) => idesc.shape()[side as usize],
            (None, None) => None,
        };
        match self.name.form {
            Some(CtaForm::Two) => mn.map(|mn| mn / 2),
            Some(CtaForm::One | CtaForm::WeightStationary) | None => mn,
        }
    }

    /// The bytes of K that an operand has in shared memory.
    pub fn k_bytes(&self, side: Side) -> u32 {
        match self.idesc {
            Some(idesc) if idesc.lowest.k() == 96 => 48,
            _ => read_k_bytes(side, self.name.sparsity, LboMode::Relative),
        }
    }

    /// The locations of scale factors, A, B and the result.
    pub fn held(&self) -> impl Iterator<Item = &Held> {
        self.scales.iter().chain(&self.operands).chain([&self.result])
    }

    /// An operand's descriptor.
    pub const fn descriptor(&self, side: Side) -> Option<&HeldDescriptor> {
        match &self.operands[side as usize] {
            Held::Descriptor(held, _) => Some(held),
            Held::Registers | Held::TensorMemory(_) | Held::Unknown => None,
        }
    }
}
