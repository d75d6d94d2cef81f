//! Tensor memory against what CuTe and Triton printed, and against its tables written a second time.

mod ask;
mod golden;
mod layouts;
mod moves;
mod pair;
mod pictures;
mod plan;
mod refusals;
mod scale;
mod stage;
mod triton;
mod twin;
