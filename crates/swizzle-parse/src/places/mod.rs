//! A place in the picture that is looked for.

pub(crate) mod place;
pub(crate) mod sought;
