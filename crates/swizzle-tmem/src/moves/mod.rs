//! Moves to and from tensor memory: `tcgen05.ld` and `st` to registers, `tcgen05.cp` from shared memory.

mod load;
mod shared_copy;

use super::*;

pub use {load::*, shared_copy::*};
