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
pub(crate) mod whole;
pub(crate) mod worded;
mod written;

use crate::{
    code::source,
    fields::{names, read},
    numbers::{several, value},
    prelude::*,
    prints::cute::{self, OF_COORDINATES},
};
use mode::{is_swizzle, mode_of};
use swizzle_core::reader::Verdict;
use swizzle_params::ParamId;
use swizzle_text::vocabulary::mode_of_bytes;
