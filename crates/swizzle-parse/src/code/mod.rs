//! Source code that makes descriptors: shifts and ors, loops, instructions.

pub(crate) mod comments;
pub(crate) mod ptx;
pub(crate) mod source;
pub(crate) mod walk;
pub(crate) mod walked;

use crate::{prelude::*, prints::idesc, syntax::machine};
use swizzle_core::descriptor::Field;
use swizzle_ptx::mma_name::{MmaName, mma_name};
use walked::{Base, Walked, found};
