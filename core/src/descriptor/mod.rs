//! The 64-bit matrix descriptor, and the 32-bit instruction descriptor.

mod field;
mod instruction;
mod matrix;
mod sm_107;
mod tcgen05;
mod wgmma;

pub use field::{Field, FieldId};
pub use instruction::{
    FieldValues, InstructionDescriptor, InstructionField, InstructionFieldId, InstructionFields,
    NoInstructionCode,
};
pub use matrix::{
    Descriptor, DescriptorError, DescriptorFields, NoSwizzleCode, UnknownSwizzleCode, code_from_swizzle,
    swizzle_from_code,
};
