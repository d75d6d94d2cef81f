//! The native part of the Python package `swizzle_atlas`: its classes call the library crates and answer in Python's own types
//! or, where an answer has many parts, in the JSON that the program prints.

mod texts;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<texts::Texts>()
}
