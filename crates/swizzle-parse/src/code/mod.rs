//! Source code that makes descriptors: shifts and ors, loops, instructions.

pub(crate) mod built;
pub(crate) mod comments;
pub(crate) mod loose;
pub(crate) mod overflow;
pub(crate) mod ptx;
pub(crate) mod source;
pub(crate) mod walk;
pub(crate) mod walked;
