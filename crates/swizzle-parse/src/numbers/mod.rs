//! Descriptors as numbers: one, its halves, several, or one in a statement or a debugger's line.

pub(crate) mod number;
pub(crate) mod operands;
pub(crate) mod several;
pub(crate) mod single;
pub(crate) mod statement;
pub(crate) mod value;
