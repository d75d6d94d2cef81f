//! `cargo xtask bench`: how fast the core and the page are.

use std::ffi::OsString;

use anyhow::{Result, bail};

use crate::project::Project;

/// Runs the benchmarks.
pub(crate) fn run(_project: &Project, _arguments: &[OsString]) -> Result<()> {
    bail!("the benchmarks are not written yet")
}
