//! Calls of the functions that libraries make descriptors with.

pub(crate) mod builder;
pub(crate) mod call;

use crate::{prelude::*, syntax::tree};
