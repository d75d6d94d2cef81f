//! Calls of the functions that libraries make descriptors with.

pub(crate) mod argument;
pub(crate) mod builder;
pub(crate) mod builder_table;
pub(crate) mod call;
pub(crate) mod instruction_builder;

use crate::code::{comments::without_comments, source};
use crate::fields::{
    members::{arch_of_types, instruction_field},
    names::{TENSOR_MAP, operand_of, swizzle_from_name},
    parts::{self, Parts},
};
use crate::prelude::*;
use crate::prints::idesc;
use crate::syntax::machine::functions;
use argument::say;
use builder_table::{Builder, builders, rows};
use call::{Call, Given, bound, calls};
use swizzle_core::descriptor::{InstructionFieldId as Id, InstructionFields};
