//! The bulk tensor copy, TMA: which tensor maps the driver takes, where a box lands in shared memory, and whether that is
//! what a descriptor reads.
//!
//! `im2col` maps are named and not covered: what they gather is not a box ([`IM2COL`]).

mod against;
mod boxes;
mod code;
mod covered;
mod driver_enum;
mod driver_error;
mod landing;
mod options;
mod print;
mod print_call;
mod print_clause;
mod print_key;
mod print_message;
mod print_text;
mod print_value;
mod print_words;
mod refusal;
mod repair;
mod target;
mod tensor_map;
mod typed;
mod verdict;

pub use against::{Meeting, boxes_against_descriptor, boxes_against_read, params_from_boxes};
pub use boxes::{BoxAt, Boxes, NoBoxes, boxes_from_tile};
pub use code::{BoxCode, cuda_code, cute_code};
pub use covered::Covered;
pub use driver_enum::DriverEnum;
pub use driver_error::DriverError;
pub use landing::{Demand, Landing, NoLanding, demands, landing_from_map};
pub use options::{L2Promotion, OobFill};
pub use print::{MapPrint, map_from_print};
pub(crate) use print_call::{ArgumentValue, CallArgument, beside_call, choice_in, map_from_call};
pub(crate) use print_key::Key as MapKey;
pub use refusal::{Refusal, refusals_of_map};
pub use repair::{MapChange, MapRepair};
pub use target::Target;
pub use tensor_map::{
    DIMENSIONS_MAX, DataType, Dimension, Im2col, Interleave, MapSwizzle, TensorMap,
};
pub use typed::{TypedCopy, TypedFault, TypedMap};
pub use verdict::{MapVerdict, copy_verdict};

/// What is said of `im2col` maps.
pub const IM2COL: &str = "A map of cuTensorMapEncodeIm2col gathers pixels around a window and is not drawn here. Its columns land like the rows of a box: span, XOR and destination follow the same rules.";
