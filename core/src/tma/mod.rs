//! The bulk tensor copy, TMA: which tensor maps the driver takes, where a box lands in shared memory, and whether that is
//! what a descriptor reads.
//!
//! `im2col` maps are named and not covered: what they gather is not a box ([`IM2COL`]).

mod against;
mod boxes;
mod covered;
mod driver_enum;
mod landing;
mod options;
mod refusal;
mod repair;
mod target;
mod tensor_map;
mod typed;
mod verdict;

pub use against::{Meeting, boxes_against_descriptor, boxes_against_read, params_from_boxes};
pub use boxes::{BoxAt, Boxes, NoBoxes, boxes_from_tile};
pub use covered::Covered;
pub use driver_enum::DriverEnum;
pub use landing::{Demand, Landing, NoLanding, demands, landing_from_map};
pub use options::{L2Promotion, OobFill};
pub use refusal::{Refusal, refusals_of_map};
pub use repair::{MapChange, MapRepair};
pub use target::{descriptor_for, target_from_name, target_from_word};
pub use tensor_map::{
    DIMENSIONS_MAX, DataType, Dimension, Im2col, Interleave, MapSwizzle, TensorMap,
};
pub use typed::{TypedCopy, TypedFault, TypedMap};
pub use verdict::{MapVerdict, copy_verdict};

/// What is said of `im2col` maps.
pub const IM2COL: &str = "A map of cuTensorMapEncodeIm2col gathers pixels around a window and is not drawn here. Its columns land like the rows of a box: span, XOR and destination follow the same rules.";
