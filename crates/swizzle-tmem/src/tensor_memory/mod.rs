//! Tensor memory itself: addresses, allocations, and where the accumulator D is.

mod accumulator;
mod address;
mod allocation;
mod data_path;

pub use accumulator::{Accumulator, Alignment, Shape};
pub use address::{Address, ScaleAddress};
pub use allocation::{Allocation, allocations};
pub use data_path::{DataPath, Reading, readings};

/// Lanes of tensor memory. Source: PTX ISA, tensor memory.
pub const LANES: u32 = 128;
/// Columns of tensor memory, of 32 bits each. Source: PTX ISA, tensor memory.
pub const COLUMNS: u32 = 512;
/// Lanes that one warp reaches. Source: PTX ISA, `tcgen05.ld`, access restrictions.
pub const WARP_LANES: u32 = 32;
