//! The bulk tensor copy, TMA: which tensor maps the driver accepts, where a box lands in shared memory, and whether a descriptor
//! reads it.
//!
//! `im2col` maps are checked but not drawn: what they gather is not a box ([`IM2COL`]).

mod landing;
mod options;
mod refusal;
mod tensor_map;

pub use landing::{Demand, Landing, NoLanding, demands, landing_from_map};
pub use options::{L2Promotion, OobFill};
pub use refusal::{Refusal, global_alignment, refusals_of_map};
pub use tensor_map::{DIMENSIONS_MAX, DataType, Dimension, Im2col, Interleave, MapSwizzle, TensorMap};

/// The note on `im2col` maps.
pub const IM2COL: &str = "A map of cuTensorMapEncodeIm2col gathers pixels around a window and is not drawn here. Its columns land like the rows of a box: span, XOR and destination follow the same rules.";
