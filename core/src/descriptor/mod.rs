//! The 64-bit matrix descriptor.

mod field;
mod matrix;
mod tcgen05;
mod wgmma;

pub use field::{Field, FieldId};
pub use matrix::{
    Descriptor, DescriptorFields, NoSwizzleCode, SwizzleCode, code_from_swizzle, swizzle_from_code,
};
