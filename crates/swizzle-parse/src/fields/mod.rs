//! The fields of a descriptor by their names: designators, assignments, what CUTLASS prints, a caption.

pub(crate) mod assignment;
mod draft;
pub(crate) mod members;
pub(crate) mod names;
pub(crate) mod parts;
pub(crate) mod read;

use crate::{code::source, prelude::*, prints::idesc, words::facts};
use swizzle_params::{Link, param_of_key};
