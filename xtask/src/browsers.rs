//! Browsers and their drivers: found on this machine, or installed where that is ours to do.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::json;
use swizzle_tests::webdriver::{Browser, Programs};

use crate::project::{self, Project};
use crate::{debian, geckodriver, program};

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
const CHROMEDRIVER: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// Names and places that Firefox goes by.
const FIREFOX: [&str; 3] = ["firefox", "firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox"];

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
  Ubuntu:  sudo snap install chromium
  Fedora:  sudo dnf install chromium chromedriver
  macOS:   brew install --cask google-chrome chromedriver
If they are installed elsewhere, set CHROME and CHROMEDRIVER to their paths.
Everything else can be run stage by stage with `cargo xtask test --only STAGE`";

const NO_FIREFOX: &str = "\
the end-to-end tests need Firefox.
  Debian:  sudo apt-get install firefox-esr
  Ubuntu:  sudo snap install firefox
  Fedora:  sudo dnf install firefox
  macOS:   brew install --cask firefox
If it is installed elsewhere, set FIREFOX to its path. Its driver is built when it is not there.
In Chromium alone: SWIZZLE_BROWSER=chromium cargo xtask test --only e2e";

/// Finds a browser and its driver; as root on Debian installs what is missing.
pub(crate) fn find_or_install(project: &Project, browser: Browser) -> Result<Programs> {
    let (missing, packages): (_, &[&str]) = match browser {
        Browser::Chromium => (NO_CHROMIUM, &["chromium", "chromium-driver"]),
        Browser::Firefox => (NO_FIREFOX, &["firefox-esr"]),
    };
    if let Some(found) = find(project, browser)? {
        return Ok(found);
    }
    if debian::may_install() {
        debian::install(packages).context(missing)?;
    }
    find(project, browser)?.context(missing)
}

fn find(project: &Project, browser: Browser) -> Result<Option<Programs>> {
    let (program, driver) = match browser {
        Browser::Chromium => {
            (program::find("CHROME", &CHROMIUM)?, program::find("CHROMEDRIVER", &CHROMEDRIVER)?)
        }
        Browser::Firefox => match program::find("FIREFOX", &FIREFOX)? {
            // The driver takes a minute to build: not before its browser is there.
            Some(firefox) => (Some(firefox), Some(geckodriver::find_or_build(project)?)),
            None => (None, None),
        },
    };
    Ok(program.zip(driver).map(|(program, driver)| Programs { driver, browser: Some(program) }))
}

/// Writes down for the wasm test runner which Chromium to start and how; returns the file.
pub(crate) fn write_capabilities(project: &Project, chromium: &Programs) -> Result<PathBuf> {
    let capabilities = json!({
        "goog:chromeOptions": { "binary": chromium.browser, "args": ARGUMENTS }
    });
    let file = project.target().join("webdriver.json");
    project::write(&file, capabilities.to_string())?;
    Ok(file)
}
