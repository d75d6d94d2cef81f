//! Waiting for what the page shows: it is looked at again after each frame.

use serde_json::Value;
use web_sys::js_sys::Date;

use super::fault::{Fault, Result};
use super::page::Page;
use crate::browser::frame_painted;

/// How long something may take to show, on a machine that is busy with other things.
const PATIENCE_MS: f64 = 10_000.0;

/// How much of the page a message quotes.
const QUOTED: usize = 1000;

impl Page {
    /// Waits until a closure returns something, and returns that. A fault counts as not yet; what the page has told the
    /// console as an error does not.
    pub(crate) async fn wait_for<T>(
        &self,
        what: &str,
        mut look: impl FnMut() -> Result<Option<T>>,
    ) -> Result<T> {
        let deadline = Date::now() + PATIENCE_MS;
        loop {
            let fault = match look() {
                Ok(Some(found)) => return self.is_without_errors().map(|()| found),
                Ok(None) => None,
                Err(fault) => Some(fault),
            };
            self.is_without_errors()?;
            if Date::now() > deadline {
                let last = fault.map_or_else(String::new, |fault| format!("\nlast fault: {fault}"));
                let page: String = self.text().chars().take(QUOTED).collect();
                return Err(Fault::new(format!("waited in vain for: {what}{last}\nthe page says:\n{page}")));
            }
            frame_painted().await;
        }
    }

    /// Waits until the body of a function returns something true, and returns that.
    pub(crate) async fn wait_until(&self, what: &str, body: &str) -> Result<Value> {
        self.wait_for(what, || {
            let value = self.execute(body, &[])?;
            let is_true = match &value {
                Value::Null | Value::Bool(false) => false,
                Value::Number(number) => number.as_f64() != Some(0.0),
                Value::String(text) => !text.is_empty(),
                _ => true,
            };
            Ok(is_true.then_some(value))
        })
        .await
    }
}
