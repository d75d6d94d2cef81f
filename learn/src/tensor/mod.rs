//! Figures of tensor memory: their numbers, their answers, and the slips that wrong answers come from.

mod answer;
mod plan;
mod set;
mod slip;

pub(crate) use answer::is_right;
pub use plan::Planned;
pub use set::{set_in_tensor_memory, value_in_tensor_memory};
pub(crate) use slip::hint;
