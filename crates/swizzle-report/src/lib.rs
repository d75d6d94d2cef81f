//! Reports of the program `swizzle` and the Python package: the same records, JSON and lines from one place.

pub mod descriptors;
pub mod dump;
pub mod held;
pub mod kernel;
pub mod scale;
