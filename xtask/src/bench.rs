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
    let all: [(Bench, fn(&Project) -> Result<()>); 4] = [
        (Bench::Fill, |project| {
            cargo(project, "swizzle-core", "fill")
        }),
        (Bench::Kernel, |project| {
            cargo(project, "swizzle-lints", "kernel")
        }),
        (Bench::Python, python::bench),
        (Bench::Page, page::run),
    ];
    for (bench, run) in all {
        if only.is_none_or(|only| only == bench) {
            run(project)?;
        }
    }
    Ok(())
}

/// A package's own benchmark, in its folder `benches`.
fn cargo(project: &Project, package: &str, bench: &str) -> Result<()> {
    let line = format!("bench -p {package} --bench {bench}");
    project::run(&mut project.cargo(&line))
}
