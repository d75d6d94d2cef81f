//! Tensor memory against what CuTe and Triton printed, and against its tables written a second time.

mod accumulator;
mod ask;
mod block_copy;
mod inverse;
mod layouts;
mod metadata;
mod moves;
mod operand_a;
mod pair;
mod pictures;
mod plan;
mod questions;
mod resized;
mod scale;
mod stage;
mod stmatrix;
mod triton;
mod twin;
