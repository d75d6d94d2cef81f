//! What the program `swizzle` and the Python package report: the same records, JSON and lines from one place.

pub mod descriptors;
pub mod dump;
pub mod held;
pub mod kernel;
pub mod scale;
