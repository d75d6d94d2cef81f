//! Descriptors as numbers: one, its halves, several, or one in a statement or a debugger's line.

pub(crate) mod several;
pub(crate) mod statement;
pub(crate) mod value;

use crate::{prelude::*, tensor_memory};
use swizzle_core::reader::Place;
use swizzle_expression::{Number as Spelled, NumberError};
use value::number;
