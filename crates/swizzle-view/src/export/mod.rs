//! A view as a file.

mod file;
mod table;

use swizzle_core::reader::Spec;

pub use {file::*, table::*};
