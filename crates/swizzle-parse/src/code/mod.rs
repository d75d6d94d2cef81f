//! Source code that makes descriptors: shifts and ors, loops, instructions.

pub(crate) mod comments;
pub(crate) mod ptx;
pub(crate) mod source;
pub(crate) mod walk;
pub(crate) mod walked;
