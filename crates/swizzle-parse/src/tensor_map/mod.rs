//! A tensor map as a program prints it, or as a call encodes it, with the driver's error beside it.

mod print;
mod text;

use crate::prelude::*;
use swizzle_core::{
    reader::VerdictKind,
    tma::{Interleave, L2Promotion, OobFill, TensorMap, refusals_of_map},
};
use swizzle_expression::{Joins, Lexer};
use swizzle_lints::tma::{
    BoxAt, Boxes, MapVerdict, TYPED_FIELDS, TypedCopy, TypedMap, copy_verdict, params_from_boxes,
};
use swizzle_text::{data_type_text, small};
use text::{Entry, Key, entries, error_of, is_filler, is_of, key_of_enumerator, words};

pub use print::{DriverError, MapPrint, map_from_print};
pub(crate) use print::{beside_call, choice_in, map_from_call};
pub(crate) use text::{Entry as MapEntry, Key as MapKey, key_of};
