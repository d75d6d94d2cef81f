//! Requests to the driver.

use std::time::Duration;

use serde_json::{Value, json};
use ureq::http::Response;
use ureq::{Agent, Body};

use super::error::{Context as _, Error, Result};

/// Longer than any time limit of the session itself, so that the driver's message comes before this one's.
const PATIENCE: Duration = Duration::from_secs(180);

/// Screenshots are large.
const ANSWER_BYTES: u64 = 1 << 28;

/// A driver's address with the connections to it.
pub(super) struct Wire {
    agent: Agent,
    base: String,
}

impl Wire {
    /// Speaks with the driver at this port of this machine.
    pub(super) fn new(port: u16) -> Self {
        let agent = Agent::config_builder()
            // The body of a refusal says why.
            .http_status_as_error(false)
            // What the environment names is for other machines.
            .proxy(None)
            .timeout_global(Some(PATIENCE))
            .build()
            .new_agent();
        Self { agent, base: format!("http://127.0.0.1:{port}") }
    }

    /// The same driver, every path below this one.
    pub(super) fn below(self, path: &str) -> Self {
        Self { base: self.base + path, ..self }
    }

    pub(super) fn get(&self, path: &str) -> Result<Value> {
        self.value("GET", path, self.agent.get(self.url(path)).call())
    }

    pub(super) fn delete(&self, path: &str) -> Result<Value> {
        self.value("DELETE", path, self.agent.delete(self.url(path)).call())
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let request =
            self.agent.post(self.url(path)).header("Content-Type", "application/json; charset=utf-8");
        self.value("POST", path, request.send(body.to_string()))
    }

    /// Posts what needs no more said.
    pub(super) fn post_empty(&self, path: &str) -> Result<Value> {
        self.post(path, &json!({}))
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// What an answer holds.
    fn value(
        &self,
        method: &str,
        path: &str,
        response: std::result::Result<Response<Body>, ureq::Error>,
    ) -> Result<Value> {
        let asked = || format!("{method} {path}");
        let mut response = response.context(asked)?;
        let text = response.body_mut().with_config().limit(ANSWER_BYTES).read_to_string().context(asked)?;
        let answer: Value = serde_json::from_str(&text)
            .context(|| format!("{method} {path} was answered with “{text}”, which is no JSON"))?;
        if response.status().is_success() {
            return Ok(answer["value"].clone());
        }
        Err(refusal(&answer["value"]))
    }
}

/// What drivers call a script that threw.
const THROWN: &str = "javascript error";

/// The driver's reason. The rest of its message is versions and a stack of addresses, which say nothing useful.
fn refusal(value: &Value) -> Error {
    let kind = value["error"].as_str().unwrap_or("unknown error");
    let message = value["message"].as_str().unwrap_or_default();
    let end = message.find("\n  (Session info").unwrap_or(message.len());
    let message = message[..end].trim();
    let words = if message.starts_with(kind) { message.to_owned() } else { format!("{kind}: {message}") };
    match kind {
        THROWN => Error::thrown(words),
        _ => Error::new(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_throws_is_told_from_other_refusals() {
        let thrown = refusal(&json!({
            "error": "javascript error",
            "message": "javascript error: x is not defined\n  (Session info: chrome=1)",
        }));
        assert!(thrown.is_thrown());
        assert_eq!(thrown.to_string(), "javascript error: x is not defined");
        let gone = refusal(&json!({ "error": "no such element", "message": "none" }));
        assert!(!gone.is_thrown());
        assert_eq!(gone.to_string(), "no such element: none");
    }
}
