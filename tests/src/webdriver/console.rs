//! What the page says to the browser's console.

use serde_json::{Value, json};

use super::browser::Browser;
use super::error::{Context as _, Result};
use super::session::Session;

/// A line of the browser's console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// `SEVERE`, `WARNING`, `INFO` or `DEBUG`.
    pub level: String,
    /// Where it comes from, and what it says.
    pub message: String,
}

impl Session {
    /// What came to the console since it was last asked for. A load that failed is told by Chromium alone.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub fn console(&self) -> Result<Vec<LogEntry>> {
        let entries = match self.browser() {
            Browser::Chromium => self.wire.post("/se/log", &json!({ "type": "browser" })),
            // geckodriver has no words for it.
            Browser::Firefox => self.execute_privileged(include_str!("console_firefox.js"), &[]),
        };
        let entries = entries.context(|| "cannot read the console".into())?;
        let field = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        let entries = entries.as_array().map_or(&[][..], Vec::as_slice);
        Ok(entries
            .iter()
            .map(|entry| LogEntry { level: field(entry, "level"), message: field(entry, "message") })
            .collect())
    }

    /// What came to the console as an error since it was last asked for: exceptions, `console.error`, and in Chromium
    /// failed loads.
    ///
    /// # Errors
    /// As [`console`](Self::console).
    pub fn console_errors(&self) -> Result<Vec<String>> {
        let entries = self.console()?.into_iter();
        Ok(entries.filter(|entry| entry.level == "SEVERE").map(|entry| entry.message).collect())
    }
}
