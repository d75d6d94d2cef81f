//! Source code that makes descriptors: shifts and ors, loops, instructions.

pub(crate) mod comments;
pub(crate) mod ptx;
pub(crate) mod source;
pub(crate) mod walk;

use crate::prelude::*;
use swizzle_core::descriptor::Field;
use swizzle_ptx::mma_name::{MmaName, mma_name};
