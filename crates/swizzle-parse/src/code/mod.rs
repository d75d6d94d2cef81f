//! Source code that makes descriptors: shifts and ors, loops, instructions.

pub(crate) mod comments;
pub(crate) mod ptx;
pub(crate) mod source;
pub(crate) mod walk;
mod walked;

use crate::calls::{argument::names, call::calls};
use crate::fields::{names::operand_of, parts};
use crate::numbers::{
    operands::is_instruction,
    several::{base_of, first_of, loop_of},
    value::{long_numbers, said_place, why},
};
use crate::prelude::*;
use crate::prints::idesc;
use crate::syntax::{
    loops::{Loop, Values, loops},
    machine, tree,
};
use comments::{blanked, without_comments};
use swizzle_core::descriptor::Field;
use swizzle_ptx::mma_name::{MmaName, mma_name};
use walked::{Base, Walked, found};
