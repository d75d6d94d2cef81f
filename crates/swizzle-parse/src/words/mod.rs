//! A tile, a reader or a descriptor in words, alone or beside something else.

mod beside;
pub(crate) mod extents;
pub(crate) mod facts;
mod form;
mod mode;
mod negation;
mod phrase;
mod placed;
pub(crate) mod rest;
pub(crate) mod role;
mod sentence;
pub(crate) mod term;
pub(crate) mod worded;
mod written;

use crate::calls::{argument::swizzle_named, builder_table::rows};
use crate::code::{
    comments::{blanked, without_comments},
    source,
};
use crate::fields::{
    assignment::{amount, is_unit_of_field},
    caption,
    names::{self, Key, operand_of},
    read,
};
use crate::numbers::{
    number::{digits, hex_prefix},
    several,
    value::{self, is_long, long_numbers},
};
use crate::prelude::*;
use crate::prints::cute::{self, OF_COORDINATES};
use extents::Dimensions;
use facts::{Letters, Register, Sentence, Written, is_filler, unread};
use mode::{is_swizzle, mode_of};
use swizzle_core::reader::Verdict;
use swizzle_infer::said_with;
use swizzle_params::ParamId;
use swizzle_text::vocabulary::{self, mode_of_bytes};
