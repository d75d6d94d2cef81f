//! The hardware: its families and chips, types, operands, and memory.

mod arch;
mod chip;
mod element;
mod kind;
mod major;
mod memory;
pub(crate) mod named;
mod operand;
mod quoted;
mod shape;
mod usage;

pub use arch::{Arch, read_mn_max};
pub use chip::Chip;
pub use element::Element;
pub use kind::{Accumulator, Kind};
pub use major::Major;
pub use memory::{
    ADDRESS_BYTES, AddressSpace, BANK_BYTES, BANKS, FIELD_VALUES, LINE_BYTES, LINE_UNITS, SHARED_BYTES,
    SHARED_END, UNIT_BANKS, UNIT_BITS, UNIT_BYTES, bytes_as_encoded, bytes_from_field, field_from_bytes,
};
pub use named::{Named, UnknownName};

pub use operand::{LboMode, Operand, Sparsity, read_k_bytes};
pub use quoted::{quoted, visible};
pub use shape::{CtaForm, CtaFormFault, Extents, wgmma_accumulators, wgmma_n_extents};
pub use usage::{CopyShape, Use};
