//! Tensor memory against what CuTe and Triton printed, and against its tables written a second time.

mod accumulator;
mod moves;
mod questions;
mod samples;
mod scale;
mod triton;
mod twin;
