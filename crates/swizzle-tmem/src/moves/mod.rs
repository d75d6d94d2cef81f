//! Moves to and from tensor memory: `tcgen05.ld` and `st` to registers, `tcgen05.cp` from shared memory.

mod load;
mod shared_copy;

pub use load::{Load, LoadShape, Register};
pub use shared_copy::{Multicast, SharedCopy};
