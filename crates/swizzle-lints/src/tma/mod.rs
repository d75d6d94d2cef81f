//! TMA: tensor maps from text input, whether the driver accepts them, whether a descriptor reads their boxes, and repairs.

use crate::prelude::*;
mod against;
mod arguments;
mod boxes;
pub(crate) mod copy;
mod covered;
mod driver_enum;
mod repair;
mod target;
mod typed;
mod verdict;

pub use against::{Meeting, boxes_against_descriptor, boxes_against_read, params_from_boxes};
pub use arguments::{Argument, arguments_of_map};
pub use boxes::{BoxAt, Boxes, NoBoxes, boxes_from_tile};
pub use copy::{CopyOfBox, TMA_LINTS};
pub use covered::Covered;
pub use driver_enum::DriverEnum;
pub use repair::{MapChange, MapRepair};
pub use target::{descriptor_for, target_from_name, target_from_word};
pub use typed::{TYPED_FIELDS, TypedCopy, TypedFault, TypedField, TypedMap};
pub use verdict::{MapVerdict, copy_verdict};

/// What lints on it report.
type Report = lint::Report<CopyOfBox>;
