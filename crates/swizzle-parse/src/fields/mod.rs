//! The fields of a descriptor by their names: designators, assignments, what CUTLASS prints, a caption.

pub(crate) mod assignment;
pub(crate) mod caption;
mod draft;
pub(crate) mod members;
pub(crate) mod names;
pub(crate) mod parts;
pub(crate) mod read;

use crate::calls::{
    argument::{self, say, swizzle_named},
    call::{Argument, Given, bound},
};
use crate::code::{comments::without_comments, source};
use crate::numbers::{number::half, value::long_numbers};
use crate::prelude::*;
use crate::prints::idesc;
use crate::words::facts::{self, Register};
use assignment::{Assignment, amount, has_unit, unit_of};
use names::{BYTES, KNOWN, Key, UNITS, arch_of_version, is_pair, key_at, swizzle_from_name};
use parts::{Parts, held};
use std::collections::HashMap;
use swizzle_core::descriptor::InstructionField;
use swizzle_infer::on_other_arch;
use swizzle_params::{Link, param_of_key};
use swizzle_text::vocabulary;
