//! Descriptors as numbers: one, its halves, several, or one in a statement or a debugger's line.

pub(crate) mod number;
pub(crate) mod operands;
pub(crate) mod several;
mod single;
pub(crate) mod statement;
pub(crate) mod value;

use crate::{
    code::source,
    fields::{names, read},
    places::sought::{self, Sought},
    prelude::*,
    prints::idesc,
    tensor_memory,
    words::{role, worded},
};
use number::{Number, number};
use swizzle_core::reader::Place;
use swizzle_expression::{Number as Spelled, NumberError};
