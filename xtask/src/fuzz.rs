//! `cargo xtask fuzz`: the readers fed with inputs that nobody would write; see tests/fuzz/main.rs.

use std::ffi::OsString;

use anyhow::Result;

use crate::project::{self, Project};

/// Feeds what the arguments name, for as long as they say.
pub(crate) fn run(project: &Project, arguments: &[OsString]) -> Result<()> {
    // The profile of tests: optimised, and looking for overflows.
    let line = "run -p swizzle-tests --features fuzz --profile test --bin fuzz --";
    project::run(project.cargo(line.split_whitespace()).args(arguments))
}
