//! Tests that a browser cannot run: they are told by name and counted, since the harness would call them passed.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::{env, thread};

use swizzle_tests::webdriver::{Browser, Error, Result};

/// The file that says which tests were skipped, a line each; without it they are told on standard error alone.
const SKIPPED: &str = "ATLAS_SKIPPED";

/// What a test needs that watches the page from its first script on.
pub(crate) const BEFORE_PAGE: &str = "only there a script can be put before the page";

/// Whether a test runs in Chromium, which alone has what it needs; elsewhere says that it is skipped, and why.
pub(crate) fn is_in_chromium(needs: &str) -> Result<bool> {
    let browser = Browser::from_env()?;
    if browser == Browser::Chromium {
        return Ok(true);
    }
    let thread = thread::current();
    // With one thread the harness names none.
    let test = thread.name().filter(|name| *name != "main");
    let line = format!("{} in {}: {needs}", test.unwrap_or("a test"), browser.name());
    // Bypasses the harness, which shows nothing of a test that passes. Without a standard error, the line is dropped.
    let _ = writeln!(std::io::stderr(), "skipped: {line}");
    if let Some(file) = env::var_os(SKIPPED) {
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(&file)
            .and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|fault| Error::new(format!("cannot write {}: {fault}", file.display())))?;
    }
    Ok(false)
}
