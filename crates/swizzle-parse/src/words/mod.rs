//! A tile, a reader or a descriptor in words, alone or beside something else.

pub(crate) mod says;
pub(crate) mod sentence;
pub(crate) mod whole;

use crate::prelude::*;
use swizzle_core::reader::Verdict;
use swizzle_params::ParamId;
use swizzle_text::vocabulary::mode_of_bytes;
