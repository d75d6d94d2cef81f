//! What differs between browsers: the driver's program, how it is started, and what a session asks for.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::download;
use super::error::{Error, Result};

/// The variable that says in which browser to test.
pub const BROWSER_VARIABLE: &str = "SWIZZLE_BROWSER";

/// A browser to test in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Browser {
    /// Chromium or Chrome, through chromedriver.
    Chromium,
    /// Firefox, through geckodriver.
    Firefox,
}

/// Chromium without what a test must not wait for: a screen, a graphics card, the network, a first-run page. The
/// sandbox cannot be had by root.
const CHROMIUM_ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Containers often have but 64 MB of shared memory.
    "--disable-dev-shm-usage",
];

/// Where the programs of a browser are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programs {
    /// The driver, a path or a name on the search path.
    pub driver: PathBuf,
    /// The browser; its driver finds one by itself where this is absent.
    pub browser: Option<PathBuf>,
}

impl Programs {
    /// What the environment names: `CHROMEDRIVER` and `CHROME`, or `GECKODRIVER` and `FIREFOX`. Without them the driver
    /// is the program of its usual name.
    #[must_use]
    pub fn from_env(browser: Browser) -> Self {
        let (driver, variable) = browser.program_variables();
        let usual = match browser {
            Browser::Chromium => "chromedriver",
            Browser::Firefox => "geckodriver",
        };
        Self {
            driver: env::var_os(driver).map_or_else(|| usual.into(), PathBuf::from),
            browser: env::var_os(variable).map(PathBuf::from),
        }
    }

    /// Lets a command that tests in this browser find these, with [`from_env`](Self::from_env) and
    /// [`Browser::from_env`].
    pub fn tell(&self, browser: Browser, command: &mut Command) {
        let (driver, variable) = browser.program_variables();
        command.env(BROWSER_VARIABLE, browser.variable_value()).env(driver, &self.driver);
        if let Some(program) = &self.browser {
            command.env(variable, program);
        }
    }
}

impl Browser {
    /// The browser that [`BROWSER_VARIABLE`] names: `chromium`, also without it, or `firefox`.
    ///
    /// # Errors
    /// When it names another.
    pub fn from_env() -> Result<Self> {
        let Some(named) = env::var_os(BROWSER_VARIABLE) else {
            return Ok(Self::Chromium);
        };
        let all = [Self::Chromium, Self::Firefox];
        let found = all.into_iter().find(|browser| browser.variable_value() == named);
        found.ok_or_else(|| {
            Error::new(format!("{BROWSER_VARIABLE} is {named:?}: `chromium` and `firefox` there are"))
        })
    }

    /// What [`BROWSER_VARIABLE`] calls it.
    const fn variable_value(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
        }
    }

    /// The variables that name the driver and the browser.
    const fn program_variables(self) -> (&'static str, &'static str) {
        match self {
            Self::Chromium => ("CHROMEDRIVER", "CHROME"),
            Self::Firefox => ("GECKODRIVER", "FIREFOX"),
        }
    }

    /// The name, as messages have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
        }
    }

    /// What the driver is started with, beside the port.
    pub(super) const fn driver_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &[],
            // For what WebDriver has no words for; see `privileged`.
            Self::Firefox => &["--allow-system-access"],
        }
    }

    /// What the driver says before the port that it listens on.
    pub(super) const fn port_follows(self) -> &'static str {
        match self {
            Self::Chromium => "successfully on port ",
            Self::Firefox => "Listening on 127.0.0.1:",
        }
    }

    /// What a new session asks for, with a fresh profile in this folder.
    pub(super) fn capabilities(self, binary: Option<&Path>, profile: &Path) -> Value {
        let (key, mut options) = match self {
            Self::Chromium => ("goog:chromeOptions", chromium_options(profile)),
            Self::Firefox => ("moz:firefoxOptions", firefox_options(profile)),
        };
        if let Some(binary) = binary {
            options["binary"] = binary.to_string_lossy().into();
        }
        let mut capabilities = json!({
            // Answers come when the document is there; what the page then does is waited for by what it shows.
            "pageLoadStrategy": "normal",
            "timeouts": { "script": 120_000, "pageLoad": 60_000, "implicit": 0 },
            "unhandledPromptBehavior": "ignore",
        });
        capabilities[key] = options;
        if self == Self::Chromium {
            capabilities["goog:loggingPrefs"] = json!({ "browser": "ALL" });
        }
        json!({ "capabilities": { "alwaysMatch": capabilities } })
    }
}

fn chromium_options(profile: &Path) -> Value {
    let mut arguments: Vec<String> = CHROMIUM_ARGUMENTS.map(String::from).into();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    json!({
        "args": arguments,
        "prefs": { "download.default_directory": download::folder(profile) },
    })
}

fn firefox_options(profile: &Path) -> Value {
    // geckodriver makes a fresh profile by itself.
    json!({
        "args": ["-headless"],
        "prefs": {
            // Light on any desktop.
            "layout.css.prefers-color-scheme.content-override": 1,
            // A folder of our own for what is saved.
            "browser.download.folderList": 2,
            "browser.download.dir": download::folder(profile),
        },
    })
}
