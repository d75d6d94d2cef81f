//! Source code that makes descriptors: shifts and ors, loops, instructions.

pub(crate) mod built;
pub(crate) mod comments;
pub(crate) mod expression;
pub(crate) mod loops;
pub(crate) mod loose;
pub(crate) mod overflow;
pub(crate) mod ptx;
mod run;
pub(crate) mod source;
mod statement;
pub(crate) mod walk;
pub(crate) mod walked;
