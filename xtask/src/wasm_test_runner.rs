//! `cargo xtask wasm-test-runner`: what cargo starts in place of a wasm test binary.

use std::ffi::OsString;
use std::iter;

use anyhow::Result;
use wasm_bindgen_cli::wasm_bindgen_test_runner;

/// Runs a test binary as the wasm-bindgen project's own runner does, from the version in Cargo.lock.
pub(crate) fn run(arguments: Vec<OsString>) -> Result<()> {
    let name = OsString::from("wasm-test-runner");
    wasm_bindgen_test_runner::run_cli_with_args(iter::once(name).chain(arguments))
}
