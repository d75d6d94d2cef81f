//! The bulk tensor copy, TMA: which tensor maps the driver takes, where a box lands in shared memory, and whether that is
//! what a descriptor reads.
//!
//! `im2col` maps are named and not covered: what they gather is not a box ([`IM2COL`]).

mod against;
mod boxes;
mod code;
mod landing;
mod refusal;
mod target;
mod tensor_map;
mod typed;

pub use against::{Meeting, boxes_against_descriptor, boxes_against_read, params_from_boxes};
pub use boxes::{BoxAt, Boxes, NoBoxes, boxes_from_tile};
pub use code::{BoxCode, cuda_code, cute_code};
pub use landing::{Demand, Landing, NoLanding, demands, landing_from_map};
pub use refusal::{Refusal, refusals_of_map};
pub use target::Target;
pub use tensor_map::{DIMENSIONS_MAX, DataType, Dimension, Interleave, MapSwizzle, TensorMap};
pub use typed::{TypedFault, TypedMap};

/// What is said of `im2col` maps.
pub const IM2COL: &str = "A map of cuTensorMapEncodeIm2col gathers pixels around a window and is not drawn here. Its columns land like the rows of a box: span, XOR and destination follow the same rules.";
