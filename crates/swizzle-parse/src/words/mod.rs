//! A tile, a reader or a descriptor in words, alone or beside something else.

mod beside;
pub(crate) mod extents;
pub(crate) mod facts;
mod form;
mod mode;
mod negation;
mod placed;
pub(crate) mod rest;
pub(crate) mod role;
mod sentence;
pub(crate) mod term;
pub(crate) mod worded;
mod written;

use crate::calls::argument::swizzle_named;
use crate::code::comments::{blanked, without_comments};
use crate::code::source;
use crate::fields::assignment::{amount, is_unit_of_field};
use crate::fields::names::{Key, Length, operand_of};
use crate::fields::{caption, names, read};
use crate::formats::read_left;
use crate::numbers::number::{digits, hex_prefix};
use crate::numbers::value::{is_label, is_long, long_numbers, place_of};
use crate::numbers::{several, value};
use crate::places::place;
use crate::prelude::*;
use crate::prints::cute::{self, OF_COORDINATES};
use extents::Dimensions;
use facts::{Letters, Register, Sentence, Written, is_filler, unread};
use swizzle_core::reader::Verdict;
use swizzle_infer::said_with;
use swizzle_params::ParamId;
use swizzle_text::vocabulary;
use swizzle_text::vocabulary::mode_of_bytes;
