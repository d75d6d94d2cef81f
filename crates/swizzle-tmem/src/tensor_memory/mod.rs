//! Tensor memory itself: addresses, allocations, and where the accumulator D, A and its metadata are.

mod accumulator;
mod address;
mod allocation;
mod data_path;
mod metadata;
mod operand_a;
mod pair;

use super::*;

pub use {accumulator::*, address::*, allocation::*, data_path::*, metadata::*, operand_a::*, pair::*};

/// Lanes of tensor memory. Source: PTX ISA, tensor memory.
pub const LANES: u32 = 128;
/// Columns of tensor memory, of 32 bits each. Source: PTX ISA, tensor memory.
pub const COLUMNS: u32 = 512;
/// Lanes that one warp reaches. Source: PTX ISA, `tcgen05.ld`, access restrictions.
pub const WARP_LANES: u32 = 32;
