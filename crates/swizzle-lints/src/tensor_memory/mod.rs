//! Lints on tensor memory. `plan/`: the regions of a kernel.

pub mod plan;
