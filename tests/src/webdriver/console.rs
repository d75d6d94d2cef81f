//! What goes beyond WebDriver: the console, and Chromium's own commands.

use serde_json::{Value, json};

use super::browser::Browser;
use super::error::{Context as _, Error, Result};
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
    /// What came to the console since it was last asked for.
    ///
    /// # Errors
    /// In Firefox, whose driver does not hand it out.
    pub fn console(&self) -> Result<Vec<LogEntry>> {
        if self.browser() != Browser::Chromium {
            let name = self.browser().name();
            return Err(Error::new(format!(
                "{name}’s driver does not hand out the console"
            )));
        }
        let entries = self
            .wire
            .post("/se/log", &json!({ "type": "browser" }))
            .context(|| "cannot read the console".into())?;
        let field = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        let entries = entries.as_array().map_or(&[][..], Vec::as_slice);
        Ok(entries
            .iter()
            .map(|entry| LogEntry {
                level: field(entry, "level"),
                message: field(entry, "message"),
            })
            .collect())
    }

    /// What came to the console as an error since it was last asked for: exceptions, failed loads, `console.error`.
    ///
    /// # Errors
    /// As [`console`](Self::console).
    pub fn console_errors(&self) -> Result<Vec<String>> {
        let entries = self.console()?.into_iter();
        Ok(entries
            .filter(|entry| entry.level == "SEVERE")
            .map(|entry| entry.message)
            .collect())
    }

    /// A command of Chromium's own protocol, for what WebDriver has no words for: `Emulation.setEmulatedMedia`,
    /// `Page.addScriptToEvaluateOnNewDocument`.
    ///
    /// # Errors
    /// When the browser refuses it, or is not Chromium.
    pub fn chromium_command(&self, command: &str, parameters: &Value) -> Result<Value> {
        self.wire
            .post(
                "/goog/cdp/execute",
                &json!({ "cmd": command, "params": parameters }),
            )
            .context(|| command.to_owned())
    }
}
