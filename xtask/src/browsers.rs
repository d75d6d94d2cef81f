//! Browsers and their drivers: found on this machine, or installed where that is asked for.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::json;
use swizzle_tests::webdriver::{Browser, Programs, Session};

use crate::project::{self, Project};

/// The window, and what keeps Chromium from what a test must not wait for: a graphics card, the network, a first-run page.
/// The test runner itself adds headless and no-sandbox.
const ARGUMENTS: [&str; 7] = [
    // The size of a desktop's, at which all parts of the page are side by side.
    "window-size=1440,1000",
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
];

const NO_CHROMIUM: &str = "\
the browser tests need Chromium (or Chrome) and chromedriver of the same version.
  Debian:  sudo apt-get install chromium chromium-driver
  Ubuntu:  sudo snap install chromium; export CHROMEDRIVER=chromium.chromedriver
  Fedora:  sudo dnf install chromium chromedriver
  macOS:   brew install --cask google-chrome chromedriver
If they are installed elsewhere, set CHROME and CHROMEDRIVER to their paths.
Everything else can be run stage by stage with `cargo xtask test --only STAGE`";

const NO_FIREFOX: &str = "\
the end-to-end tests need Firefox and geckodriver.
  Debian:  sudo apt-get install firefox-esr; cargo install geckodriver
  Ubuntu:  sudo snap install firefox; export GECKODRIVER=geckodriver
  Fedora:  sudo dnf install firefox; cargo install geckodriver
  macOS:   brew install --cask firefox; brew install geckodriver
If they are installed elsewhere, set FIREFOX and GECKODRIVER to their paths.
In Chromium alone: SWIZZLE_BROWSER=chromium cargo xtask test --only e2e";

/// Makes sure that a browser starts.
pub(crate) fn ensure(browser: Browser, installs: bool) -> Result<()> {
    let (missing, install) = match browser {
        Browser::Chromium => {
            (NO_CHROMIUM, "apt-get install -y --no-install-recommends chromium chromium-driver")
        }
        Browser::Firefox => (
            NO_FIREFOX,
            "apt-get install -y --no-install-recommends firefox-esr && cargo install geckodriver",
        ),
    };
    found_or_installed(|| Ok(Session::start(browser).map(drop)?), missing, install, installs)
}

/// Looks for something. Where it is missing, says which command brings it, or runs that by `--install` and on build machines (`CI`).
pub(crate) fn found_or_installed(
    look: impl Fn() -> Result<()>,
    missing: &'static str,
    install: &str,
    installs: bool,
) -> Result<()> {
    let result = look().context(missing);
    if result.is_ok() || !installs && env::var("CI").map_or(true, |said| said == "false") {
        return result;
    }
    println!("Installing what is missing: {install}");
    let install = format!("apt-get update && {install}");
    project::run(Command::new("sh").args(["-c", &install]).env("DEBIAN_FRONTEND", "noninteractive"))
        .context(missing)?;
    look().context(missing)
}

/// Writes down for the wasm test runner which Chromium to start and how; returns the file.
pub(crate) fn write_capabilities(project: &Project) -> Result<PathBuf> {
    let mut options = json!({ "args": ARGUMENTS });
    if let Some(browser) = Programs::from_env(Browser::Chromium).browser {
        options["binary"] = json!(browser);
    }
    let file = project.target.join("webdriver.json");
    project::write(&file, json!({ "goog:chromeOptions": options }).to_string())?;
    Ok(file)
}
