//! Calls of the functions that libraries make descriptors with.

pub(crate) mod argument;
pub(crate) mod builder;
pub(crate) mod builder_table;
pub(crate) mod call;
pub(crate) mod derived_builder;
pub(crate) mod instruction_builder;
pub(crate) mod instruction_table;
