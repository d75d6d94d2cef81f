//! The fields of a descriptor by their names: designators, assignments, what CUTLASS prints, a caption.

pub(crate) mod names;
pub(crate) mod parts;
pub(crate) mod read;

use crate::prelude::*;
use swizzle_params::Link;
