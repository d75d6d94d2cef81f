//! What the tree of a text comes to: its loops, its statements and its values.

pub(crate) mod loops;
pub(crate) mod machine;
pub(crate) mod value;

pub(crate) use swizzle_expression::tree;
