//! Descriptors as numbers: one, its halves, several, or one in a statement or a debugger's line.

pub(crate) mod number;
pub(crate) mod operands;
pub(crate) mod several;
mod single;
pub(crate) mod statement;
pub(crate) mod value;

use crate::code::source;
use crate::fields::{names, read};
use crate::places::sought::{self, Sought};
use crate::prelude::*;
use crate::prints::idesc;
use crate::tensor_memory;
use crate::words::{role, worded};
use number::{Number, number};
use swizzle_core::reader::Place;
use swizzle_expression::{Number as Spelled, NumberError};
