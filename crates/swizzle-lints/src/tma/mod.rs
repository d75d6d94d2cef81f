//! TMA: tensor maps from text input, whether the driver accepts them, whether a descriptor reads their boxes, and repairs.

use crate::prelude::*;
mod against;
mod boxes;
pub(crate) mod copy;
mod driver_enum;
mod repair;
mod typed;

pub use against::{Meeting, boxes_against_descriptor, boxes_against_read, params_from_boxes};
pub use boxes::{BoxAt, Boxes, NoBoxes, boxes_from_tile};
pub use copy::{
    Argument, CopyOfBox, Covered, MapVerdict, TMA_LINTS, arguments_of_map, copy_verdict, descriptor_for,
    target_from_name, target_from_word,
};
pub use driver_enum::DriverEnum;
pub use repair::{MapChange, MapRepair};
pub use typed::{TYPED_FIELDS, TypedCopy, TypedFault, TypedField, TypedMap};

/// What lints on it report.
type Report = lint::Report<CopyOfBox>;
