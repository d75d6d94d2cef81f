//! What the hardware is: its families, types, operands, and its memory.

mod arch;
mod element;
mod major;
mod memory;
mod named;
mod operand;

pub use arch::Arch;
pub use element::{Element, UNIT_BITS, UNIT_BYTES};
pub use major::Major;
pub use memory::{
    ADDRESS_BYTES, FIELD_VALUES, bytes_as_encoded, bytes_from_field, field_from_bytes,
};
pub use named::{Named, UnknownName};
pub use operand::{LboMode, Operand, Sparsity, read_k_bytes};
