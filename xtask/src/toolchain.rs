//! The parts of the Rust toolchain that the tasks need, added when they are missing.

use std::path::PathBuf;
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
    let libraries = sysroot()?.join("lib/rustlib").join(target).join("lib");
    Ok(libraries.is_dir())
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

/// The folder that the compiler takes its libraries from.
fn sysroot() -> Result<PathBuf> {
    let output = Command::new("rustc")
        .args(["--print", "sysroot"])
        .output()
        .context("cannot start `rustc`")?;
    ensure!(
        output.status.success(),
        "`rustc --print sysroot` failed ({})",
        output.status
    );
    let text = String::from_utf8(output.stdout).context("the sysroot's path is not UTF-8")?;
    Ok(text.trim_end().into())
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
