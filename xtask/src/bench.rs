//! `cargo xtask bench`: how fast the core and the page are.

mod edits;
mod page;
mod report;

use anyhow::Result;
use clap::ValueEnum as _;

use crate::args::Bench;
use crate::project::{self, Project};
use crate::python;

/// Runs the benchmarks, or the one that is named.
pub(crate) fn run(project: &Project, only: Option<Bench>) -> Result<()> {
    let is_chosen = |bench: &&Bench| only.is_none_or(|only| only == **bench);
    for bench in Bench::value_variants().iter().filter(is_chosen) {
        match bench {
            Bench::Fill => cargo(project, "swizzle-core", "fill")?,
            Bench::Kernel => cargo(project, "swizzle-lints", "kernel")?,
            Bench::Python => python::bench(project)?,
            Bench::Page => page::run(project)?,
        }
    }
    Ok(())
}

/// A package's own benchmark, in its folder `benches`.
fn cargo(project: &Project, package: &str, bench: &str) -> Result<()> {
    let line = format!("bench -p {package} --bench {bench}");
    project::run(&mut project.cargo(&line))
}
