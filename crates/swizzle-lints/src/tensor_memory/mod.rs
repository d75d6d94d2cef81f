//! Lints on tensor memory. `plan/`: the regions of a kernel; `issue/`: an instruction, its scale factors and the moves around it.

pub mod issue;
pub mod plan;
mod required;

pub use required::{RequiredBy, required_by};
