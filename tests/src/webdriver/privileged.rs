//! What goes beyond WebDriver, in each browser's own way.

use serde_json::{Value, json};

use super::error::{Context as _, Result};
use super::session::Session;

impl Session {
    /// A command of Chromium's own protocol: `Emulation.setEmulatedMedia`, `Page.addScriptToEvaluateOnNewDocument`.
    ///
    /// # Errors
    /// When the browser refuses it, or is not Chromium.
    pub fn chromium_command(&self, command: &str, parameters: &Value) -> Result<Value> {
        self.wire
            .post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
            .context(|| command.to_owned())
    }

    /// Runs the body of a function in Firefox itself, as its own code runs, and returns what it calls its last argument
    /// with.
    ///
    /// # Errors
    /// When it throws, or the browser is not Firefox.
    pub(super) fn execute_privileged(&self, body: &str, arguments: &[Value]) -> Result<Value> {
        let switch = |context: &str| {
            self.wire
                .post("/moz/context", &json!({ "context": context }))
                .context(|| format!("cannot change to Firefox’s {context}"))
        };
        switch("chrome")?;
        let result = self.execute_async(body, arguments);
        // Whatever the result, the next request is for the page.
        switch("content")?;
        result
    }
}
