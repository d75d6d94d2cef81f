//! Firefox's driver. Debian has none; Rust's package registry has its source.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::program;
use crate::project::{self, Project};

const VERSION: &str = "0.37.1";

/// The driver on the search path, or the one built from source, which is kept in the build folder.
pub(crate) fn find_or_build(project: &Project) -> Result<PathBuf> {
    if let Some(found) = program::find("GECKODRIVER", &["geckodriver"])? {
        return Ok(found);
    }
    let root = project.tools().join(format!("geckodriver-{VERSION}"));
    let driver = root.join("bin/geckodriver").with_extension(env::consts::EXE_EXTENSION);
    if !driver.is_file() {
        build(project, &root)?;
    }
    Ok(driver)
}

fn build(project: &Project, root: &std::path::Path) -> Result<()> {
    println!("Building Firefox's driver (once: about a minute)…");
    let built = root.join("build");
    project::run(
        project
            .cargo("install geckodriver --locked --debug --version")
            .args([VERSION, "--root"])
            .arg(root)
            .arg("--target-dir")
            .arg(&built)
            // It only hands requests on: what counts is how soon it is built.
            .env("CARGO_PROFILE_DEV_DEBUG", "false"),
    )
    .context("Firefox's driver cannot be built; install geckodriver and set GECKODRIVER to its path")?;
    // Hundreds of megabytes that nothing needs any more.
    fs::remove_dir_all(&built).with_context(|| format!("cannot remove {}", built.display()))
}
