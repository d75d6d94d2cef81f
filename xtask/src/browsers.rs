//! Chromium and its driver: found on this machine, or installed where that is ours to do.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::project::{self, Project};

/// Names and places that Chromium goes by; the first found counts.
const CHROMIUM: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// Names that its driver goes by.
const DRIVER: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// Keeps Chromium from what a test must not wait for: a graphics card, the network, a first-run page.
/// The test runner itself adds headless and no-sandbox.
const ARGUMENTS: [&str; 6] = [
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
];

const MISSING: &str = "\
the browser tests need Chromium (or Chrome) and chromedriver of the same version.
  Debian:  sudo apt-get install chromium chromium-driver
  Ubuntu:  sudo snap install chromium
  Fedora:  sudo dnf install chromium chromedriver
  macOS:   brew install --cask google-chrome chromedriver
If they are installed elsewhere, set CHROME and CHROMEDRIVER to their paths.
Everything else can be run stage by stage with `cargo xtask test --only STAGE`";

/// A browser and the program that steers it.
pub(crate) struct Browsers {
    /// Chromium, or Chrome.
    pub(crate) chromium: PathBuf,
    /// chromedriver.
    pub(crate) driver: PathBuf,
}

/// Finds Chromium and its driver; as root on Debian installs them when they are missing.
pub(crate) fn find_or_install() -> Result<Browsers> {
    if let Some(found) = find()? {
        return Ok(found);
    }
    if may_install() {
        install().context(MISSING)?;
    }
    find()?.context(MISSING)
}

impl Browsers {
    /// Writes down for the wasm test runner which browser to start and how; returns the file.
    pub(crate) fn write_capabilities(&self, project: &Project) -> Result<PathBuf> {
        let capabilities = json!({
            "goog:chromeOptions": { "binary": self.chromium, "args": ARGUMENTS }
        });
        let file = project.target().join("webdriver.json");
        fs::create_dir_all(project.target())
            .and_then(|()| fs::write(&file, capabilities.to_string()))
            .with_context(|| format!("cannot write {}", file.display()))?;
        Ok(file)
    }
}

fn find() -> Result<Option<Browsers>> {
    let chromium = program("CHROME", &CHROMIUM)?;
    let driver = program("CHROMEDRIVER", &DRIVER)?;
    Ok(chromium
        .zip(driver)
        .map(|(chromium, driver)| Browsers { chromium, driver }))
}

/// The program that a variable names, or else the first of some names that is found.
fn program(variable: &str, names: &[&str]) -> Result<Option<PathBuf>> {
    let Some(told) = env::var_os(variable) else {
        return Ok(names.iter().find_map(|name| on_path(name)));
    };
    // A wrong one is not passed over for another browser in silence.
    let told = told.to_string_lossy();
    let found = on_path(&told).with_context(|| format!("{variable} names no program: {told}"))?;
    Ok(Some(found))
}

/// A program by its name on the search path, or by its whole path.
fn on_path(program: &str) -> Option<PathBuf> {
    let mut file = program.to_owned();
    if !file.ends_with(env::consts::EXE_SUFFIX) {
        file.push_str(env::consts::EXE_SUFFIX);
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    // Joining an absolute path gives that path itself.
    env::split_paths(&folders)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// Whether this is a Debian in which we are root: a container or a build machine, not somebody's desk.
fn may_install() -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && on_path("apt-get").is_some()
}

fn install() -> Result<()> {
    println!("Installing Chromium and chromedriver…");
    let apt = |arguments: &[&str]| {
        project::run(
            Command::new("apt-get")
                .args(arguments)
                .env("DEBIAN_FRONTEND", "noninteractive"),
        )
    };
    apt(&["update"])?;
    apt(&[
        "install",
        "-y",
        "--no-install-recommends",
        "chromium",
        "chromium-driver",
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_programs_by_name_and_by_path() {
        let cargo = on_path("cargo").expect("cargo runs this test");
        assert_eq!(on_path(&cargo.to_string_lossy()), Some(cargo));
        assert_eq!(on_path("no such program"), None);
    }
}
