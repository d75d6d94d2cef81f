//! Descriptors as numbers: one, its halves, several, or one in a statement or a debugger's line.

pub(crate) mod number;
pub(crate) mod operands;
pub(crate) mod several;
mod single;
pub(crate) mod statement;
pub(crate) mod value;

use crate::code::{
    comments::{blanked, without_comments},
    source,
};
use crate::fields::{
    names::{self, operand_of},
    read,
};
use crate::places::sought::{self, Sought};
use crate::prelude::*;
use crate::prints::idesc;
use crate::syntax::loops::loops;
use crate::tensor_memory;
use crate::words::{
    facts::{Register, Sentence, unread},
    role,
};
use number::{Number, bad_character, digits, hex_prefix, is_typed, number};
use operands::label;
use swizzle_core::reader::Place;
use swizzle_expression::{Number as Spelled, NumberError};
use swizzle_text::vocabulary;
use value::{long_numbers, why};
