//! The native part of the Python package `swizzle_atlas`: its classes call the library crates and answer in Python's own types
//! or, where an answer has many parts, in JSON: that of the program where it prints the same.

mod answers;
mod spec;
mod texts;
mod tmem;

use std::ffi::OsString;

use pyo3::prelude::*;
use swizzle_core::Named;
use swizzle_text::vocabulary::name_among;

// A `ValueError`, which names the nearest of some known names.
pyo3::import_exception!(swizzle_atlas._errors, SwizzleError);

/// An error of a library as Python raises it, in the same words.
fn refused(error: impl std::fmt::Display) -> PyErr {
    SwizzleError::new_err(error.to_string())
}

/// The choice that a word names, by the lasting name or another project's.
fn named<T: Named>(word: &str) -> PyResult<T> {
    T::from_name(name_among(T::NAMES, word)).map_err(refused)
}

fn json<T: serde::Serialize>(value: &T) -> PyResult<String> {
    serde_json::to_string(value).map_err(refused)
}

/// Runs the program `swizzle` with its arguments, the first of which is its own name; returns the exit code.
#[pyfunction]
fn program(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| swizzle_cli::run(&args))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<spec::PySpec>()?;
    module.add_class::<answers::TensorMap>()?;
    module.add_class::<tmem::TensorMemory>()?;
    module.add_class::<texts::Texts>()?;
    module.add_function(wrap_pyfunction!(answers::chip, module)?)?;
    module.add_function(wrap_pyfunction!(answers::chips, module)?)?;
    module.add_function(wrap_pyfunction!(answers::choices, module)?)?;
    module.add_function(wrap_pyfunction!(answers::conflicts_of_accesses, module)?)?;
    module.add_function(wrap_pyfunction!(answers::conflicts_of_addresses, module)?)?;
    module.add_function(wrap_pyfunction!(answers::conflicts_of_tile, module)?)?;
    module.add_function(wrap_pyfunction!(answers::dump_layouts, module)?)?;
    module.add_function(wrap_pyfunction!(answers::fragment, module)?)?;
    module.add_function(wrap_pyfunction!(answers::parameters, module)?)?;
    module.add_function(wrap_pyfunction!(answers::chip_facts, module)?)?;
    module.add_function(wrap_pyfunction!(answers::scale_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(answers::scale_pair, module)?)?;
    module.add_function(wrap_pyfunction!(answers::scale_plan, module)?)?;
    module.add_function(wrap_pyfunction!(program, module)?)?;
    module.add_function(wrap_pyfunction!(spec::values_from_cute, module)?)
}
