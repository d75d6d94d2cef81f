//! `cargo xtask bench`: how fast the core and the page are.

mod edits;
mod page;
mod report;

use anyhow::Result;

use crate::args::Bench;
use crate::project::{self, Project};
use crate::python;

/// Runs the benchmarks, or the one that is named.
pub(crate) fn run(project: &Project, only: Option<Bench>) -> Result<()> {
    if only.is_none_or(|only| only == Bench::Fill) {
        fill(project)?;
    }
    if only.is_none_or(|only| only == Bench::Kernel) {
        kernel(project)?;
    }
    if only.is_none_or(|only| only == Bench::Python) {
        python::bench(project)?;
    }
    if only.is_none_or(|only| only == Bench::Page) {
        page::run(project)?;
    }
    Ok(())
}

/// The core's address tables; see core/benches/fill.rs.
fn fill(project: &Project) -> Result<()> {
    project::run(&mut project.cargo(["bench", "-p", "swizzle-core", "--bench", "fill"]))
}

/// A kernel's PTX to verdicts; see crates/swizzle-lints/benches/kernel.rs.
fn kernel(project: &Project) -> Result<()> {
    project::run(&mut project.cargo(["bench", "-p", "swizzle-lints", "--bench", "kernel"]))
}
