//! Calls of the functions that libraries make descriptors with.

pub(crate) mod argument;
pub(crate) mod builder;
pub(crate) mod builder_table;
pub(crate) mod call;
pub(crate) mod instruction_builder;

use crate::{
    code::source,
    fields::parts,
    prelude::*,
    prints::idesc,
    syntax::{machine, tree},
};
use swizzle_code::instruction_from_pairs;
