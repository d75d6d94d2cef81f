//! The fields of a descriptor by their names: designators, assignments, what CUTLASS prints, a caption.

pub(crate) mod assignment;
pub(crate) mod caption;
pub(crate) mod draft;
pub(crate) mod members;
pub(crate) mod names;
pub(crate) mod parts;
pub(crate) mod read;
