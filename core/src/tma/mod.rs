//! The bulk tensor copy, TMA: which tensor maps the driver takes, where a box lands in shared memory, and whether that is
//! what a descriptor reads.
//!
//! `im2col` maps are not covered: what they gather is not a box.

mod boxes;
mod code;
mod landing;
mod refusal;
mod target;
mod tensor_map;

pub use boxes::{BoxAt, Boxes, NoBoxes, boxes_from_tile};
pub use code::{BoxCode, cuda_code, cute_code};
pub use landing::{Demand, Landing, NoLanding, demands, landing_from_map};
pub use refusal::{Refusal, refusals_of_map};
pub use target::Target;
pub use tensor_map::{DIMENSIONS_MAX, DataType, Dimension, Interleave, MapSwizzle, TensorMap};
