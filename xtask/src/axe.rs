//! axe-core, which audits the page's accessibility: one file of JavaScript from npm's package registry.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::browsers::found_or_installed;
use crate::project;
use crate::test::Run;

const VERSION: &str = "4.14.1";

const NO_NPM: &str = "\
the accessibility tests need axe-core, which `npm` fetches.
  Debian:  sudo apt-get install npm
  others:  with Node.js
Or set AXE to the path of an axe.min.js";

/// The file that `AXE` names, or the one that is kept in the build folder; fetched when it is not there.
pub(crate) fn find_or_fetch(run: &Run) -> Result<PathBuf> {
    if let Some(told) = env::var_os("AXE") {
        let told = PathBuf::from(told);
        ensure!(told.is_file(), "AXE names no file: {told}", told = told.display());
        return Ok(told);
    }
    let folder = run.project.target.join(format!("tools/axe-core-{VERSION}"));
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.is_file() {
        println!("Fetching axe-core {VERSION}…");
        let npm = || {
            let line = "install --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --prefix";
            let mut npm = Command::new("npm");
            npm.args(line.split(' ')).arg(&folder);
            project::run(npm.arg(format!("axe-core@{VERSION}")))
        };
        found_or_installed(npm, NO_NPM, "apt-get install -y --no-install-recommends npm", run.installs)?;
    }
    Ok(file)
}
