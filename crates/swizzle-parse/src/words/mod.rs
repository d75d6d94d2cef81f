//! A tile, a reader or a descriptor in words, alone or beside something else.

pub(crate) mod beside;
pub(crate) mod extents;
pub(crate) mod facts;
pub(crate) mod form;
pub(crate) mod mode;
pub(crate) mod negation;
pub(crate) mod placed;
pub(crate) mod rest;
pub(crate) mod role;
pub(crate) mod sentence;
pub(crate) mod term;
pub(crate) mod worded;
pub(crate) mod written;
