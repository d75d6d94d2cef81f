//! What differs between browsers: the driver's program, how it is started, and what a session asks for.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use serde_json::{Value, json};

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

impl Browser {
    /// The name, as messages have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
        }
    }

    /// Its driver: what `CHROMEDRIVER` or `GECKODRIVER` names, or the program of that name on the search path.
    pub(super) fn driver(self) -> OsString {
        let (variable, program) = match self {
            Self::Chromium => ("CHROMEDRIVER", "chromedriver"),
            Self::Firefox => ("GECKODRIVER", "geckodriver"),
        };
        env::var_os(variable).unwrap_or_else(|| program.into())
    }

    /// What the driver says before the port that it listens on.
    pub(super) const fn port_follows(self) -> &'static str {
        match self {
            Self::Chromium => "successfully on port ",
            Self::Firefox => "Listening on 127.0.0.1:",
        }
    }

    /// What a new session asks for, with a fresh profile in this folder.
    pub(super) fn capabilities(self, profile: &Path) -> Value {
        let (key, options) = match self {
            Self::Chromium => ("goog:chromeOptions", chromium_options(profile)),
            Self::Firefox => ("moz:firefoxOptions", firefox_options()),
        };
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
    with_binary("CHROME", json!({ "args": arguments }))
}

/// geckodriver makes a fresh profile by itself.
fn firefox_options() -> Value {
    with_binary("FIREFOX", json!({ "args": ["-headless"] }))
}

/// The browser that a variable names; its driver finds one by itself where it is not set.
fn with_binary(variable: &str, mut options: Value) -> Value {
    if let Some(binary) = env::var_os(variable) {
        options["binary"] = binary.to_string_lossy().into();
    }
    options
}
