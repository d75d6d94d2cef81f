//! One tree of whatever is pasted, and what its statements come to.

pub(crate) mod lex;
pub(crate) mod loops;
pub(crate) mod machine;
pub(crate) mod tree;
pub(crate) mod value;
