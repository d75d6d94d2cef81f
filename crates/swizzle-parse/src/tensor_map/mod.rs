//! A tensor map as a program prints it, or as a call encodes it, with the driver's error beside it.

mod call;
mod driver_error;
mod key;
mod print;
mod text;
mod words;

use crate::prelude::*;
use key::{Entry, Key, choice_end, first_number, key_of_enumerator, numbers, words};
use print::{list, map_from_record};
use swizzle_core::{
    reader::VerdictKind,
    tma::{Interleave, L2Promotion, OobFill, TensorMap, refusals_of_map},
};
use swizzle_expression::{Joins, Lexer};
use swizzle_lints::tma::{
    BoxAt, Boxes, MapVerdict, TYPED_FIELDS, TypedCopy, TypedMap, copy_verdict, params_from_boxes,
};
use swizzle_text::{data_type_text, small};
use text::{entries, error_of, is_of};
use words::{behind_noun, box_before, is_filler, is_type, may_name_choice, mode_at, mode_behind};

pub(crate) use call::{beside_call, choice_in, map_from_call};
pub use driver_error::DriverError;
pub(crate) use key::{Entry as MapEntry, Key as MapKey, key_of};
pub use print::{MapPrint, map_from_print};
