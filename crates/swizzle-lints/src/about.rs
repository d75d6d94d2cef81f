//! What findings in a kernel are about, and who requires what they ask for: words that records, lints and reports share.

use swizzle_core::hardware::Operand;
use swizzle_core::named;

named! {
    /// An operand of an instruction in a report.
    pub enum Letter "operand" {
        /// The left factor.
        A => "A",
        /// The right factor.
        B => "B",
        /// The accumulator.
        D => "D",
        /// Scale factors.
        S => "S",
    }
}

impl Letter {
    /// The factor, if it is one.
    pub const fn operand(self) -> Option<Operand> {
        match self {
            Self::A => Some(Operand::A),
            Self::B => Some(Operand::B),
            Self::D | Self::S => None,
        }
    }

    pub(crate) const fn of(side: Operand) -> Self {
        match side {
            Operand::A => Self::A,
            Operand::B => Self::B,
        }
    }
}

named! {
    /// The facts that an operand rests on.
    #[derive(Default)]
    pub enum FactKind "fact" {
        /// Address and fields of the descriptor.
        #[default]
        Fields => "address and fields",
        /// The walk along K.
        Walk => "walk",
        /// The copies or stores that fill the bytes that are read.
        Fills => "copies and stores",
        /// The barrier that copies signal and reads wait for, with its count and bytes.
        Barrier => "barriers",
        /// The tensor map: type, swizzle, box.
        Map => "tensor map",
        /// Scale factors: copies, columns, id.
        Scales => "scale factors",
        /// Tensor memory: allocation, columns of D, loads and stores.
        TensorMemory => "tensor memory",
        /// The instruction descriptor; of a product of registers its types.
        Instruction => "instruction descriptor",
        /// The elements that registers hold.
        Elements => "elements in registers",
        /// What is added up, and where results are stored.
        Results => "results",
        /// What accesses to shared memory cost.
        Banks => "bank conflicts",
    }
}

/// The place of a fault that does not belong to one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Around {
    /// The distance of stages, from stage 1 on.
    Distance,
    /// The stages of a ring.
    Ring,
    /// A barrier.
    Barrier,
    /// Shared memory.
    Shared,
    /// A copy.
    Copy,
    /// Tensor memory.
    Tensor,
    /// An instruction descriptor.
    Word,
    /// An instruction.
    Instruction,
}

impl Around {
    /// Returns it in words, for one fault and for several.
    pub(crate) const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Distance | Self::Ring => ["in the stages of a ring", "in the stages of rings"],
            Self::Barrier => ["at a barrier", "at barriers"],
            Self::Shared => ["in shared memory"; 2],
            Self::Copy => ["in a copy", "in copies"],
            Self::Tensor => ["in tensor memory"; 2],
            Self::Word => ["in an instruction descriptor", "in instruction descriptors"],
            Self::Instruction => ["in an instruction", "in instructions"],
        }
    }
}

/// Whose fault a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// That of an operand itself: the fact of it that does not hold.
    Own(FactKind),
    /// That of something around the operands.
    Around(Around),
}

named! {
    /// The origin of a requirement: the hardware, or a library that chose it.
    pub enum RequiredBy "constraint" {
        /// The hardware, as far as its manual says so.
        Hardware => "hardware",
        /// A library: another kernel may do it in another way.
        Library => "library",
    }
}

impl RequiredBy {
    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Hardware => "required by the hardware",
            Self::Library => "a library's choice",
        }
    }
}
