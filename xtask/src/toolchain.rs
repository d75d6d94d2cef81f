//! The parts of the Rust toolchain that the tasks need, added when they are missing.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::project::{self, Project};

/// Makes sure that code can be compiled for a target.
pub(crate) fn ensure_target(target: &str) -> Result<()> {
    if has_target(target)? {
        return Ok(());
    }
    println!("Adding the target {target}…");
    rustup(&["target", "add", target])
}

/// Whether code can be compiled for a target.
pub(crate) fn has_target(target: &str) -> Result<bool> {
    let libraries = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .context("cannot start `rustc`")?;
    let libraries = String::from_utf8_lossy(&libraries.stdout);
    Ok(Path::new(libraries.trim_end()).is_dir())
}

/// Makes sure that `cargo fmt` and `cargo clippy` are there.
pub(crate) fn ensure_checkers(project: &Project) -> Result<()> {
    for (task, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !project::works(&mut project.cargo(&format!("{task} --version"))) {
            println!("Adding {component}…");
            rustup(&["component", "add", component])?;
        }
    }
    Ok(())
}

/// Asks rustup to add something; without rustup says what to install instead.
fn rustup(arguments: &[&str]) -> Result<()> {
    let asked = arguments.join(" ");
    ensure!(
        project::works(Command::new("rustup").arg("--version")),
        "this Rust toolchain lacks a part and `rustup` is not here to add it.\n\
         Install what `rustup {asked}` would from where your Rust came from, or use rustup: https://rustup.rs"
    );
    project::run(Command::new("rustup").args(arguments))
        .with_context(|| format!("a part of the Rust toolchain is missing: {asked}"))
}
