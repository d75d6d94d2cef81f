//! Waiting for what the page shows.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::error::{Context as _, Error, Result};
use super::session::Session;

/// How long something may take to show.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(20);

/// How much of the page a message quotes.
const QUOTED: usize = 2000;

impl Session {
    /// Waits until the body of a function, run in the page, returns something true, and returns that. An exception
    /// counts as not yet. `what` ends the sentence “waited for”.
    ///
    /// # Errors
    /// After twenty seconds; the message says what was waited for and quotes the page.
    pub fn wait_until(&self, what: &str, body: &str) -> Result<Value> {
        self.wait_for(what, |session| {
            let value = session.execute(body, &[])?;
            let is_true = match &value {
                Value::Null | Value::Bool(false) => false,
                Value::Number(number) => number.as_f64() != Some(0.0),
                Value::String(text) => !text.is_empty(),
                _ => true,
            };
            Ok(is_true.then_some(value))
        })
    }

    /// Waits until a closure returns something, and returns that. An error counts as not yet.
    ///
    /// # Errors
    /// After twenty seconds; the message says what was waited for, quotes the page, and the closure's last error.
    pub fn wait_for<T>(
        &self,
        what: &str,
        mut look: impl FnMut(&Self) -> Result<Option<T>>,
    ) -> Result<T> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let fault = match look(self) {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => None,
                Err(fault) => Some(fault),
            };
            if Instant::now() > deadline {
                return Err(self.gave_up(what, fault.as_ref()));
            }
            thread::sleep(PAUSE);
        }
    }

    fn gave_up(&self, what: &str, fault: Option<&Error>) -> Error {
        let seconds = PATIENCE.as_secs();
        let last = fault.map_or_else(String::new, |fault| format!("\nlast fault: {fault}"));
        let url = self.url().unwrap_or_else(|fault| fault.to_string());
        let page = self.page_text().unwrap_or_else(|fault| fault.to_string());
        Error::new(format!(
            "waited {seconds} s in vain for: {what}{last}\nthe page at {url} says:\n{page}"
        ))
    }

    /// The beginning of what the page says.
    fn page_text(&self) -> Result<String> {
        let text = self.execute("return document.body.innerText", &[])?;
        let text = text.as_str().context(|| "nothing".into())?;
        Ok(text.chars().take(QUOTED).collect())
    }
}
