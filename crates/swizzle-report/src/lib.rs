//! Reports of the program `swizzle` and the Python package: the same records, JSON and lines from one place.

mod answer;
pub mod conflicts;
pub mod descriptors;
pub mod dump;
pub mod fragment;
pub mod held;
pub mod kernel;
pub mod scale;

pub use answer::{Answer, finding_json, without_nulls, write_json, write_line};
