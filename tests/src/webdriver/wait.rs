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
    /// Waits until the body of a function, run in the page, returns something true, and returns that. `what`
    /// ends the sentence “waited for”.
    ///
    /// # Errors
    /// At once when it throws. After twenty seconds; the message says what was waited for and quotes the page.
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

    /// Waits until a closure returns something, and returns that. An error counts as not yet, but for a script that throws.
    ///
    /// # Errors
    /// At once when a script throws. After twenty seconds; the message says what was waited for, quotes the page, and the
    /// closure's last error.
    pub fn wait_for<T>(&self, what: &str, mut look: impl FnMut(&Self) -> Result<Option<T>>) -> Result<T> {
        found_within(PATIENCE, || look(self)).map_err(|fault| match fault {
            Some(fault) if fault.is_thrown() => Error::thrown(format!("while waiting for: {what}\n{fault}")),
            _ => self.gave_up(what, fault.as_ref()),
        })
    }

    fn gave_up(&self, what: &str, fault: Option<&Error>) -> Error {
        let seconds = PATIENCE.as_secs();
        let last = fault.map_or_else(String::new, |fault| format!("\nlast fault: {fault}"));
        let url = self.url().unwrap_or_else(|fault| fault.to_string());
        let page = self.page_text().unwrap_or_else(|fault| fault.to_string());
        Error::new(format!("waited {seconds} s in vain for: {what}{last}\nthe page at {url} says:\n{page}"))
    }

    /// The beginning of what the page says.
    fn page_text(&self) -> Result<String> {
        let text = self.execute("return document.body.innerText", &[])?;
        let text = text.as_str().context(|| "nothing".into())?;
        Ok(text.chars().take(QUOTED).collect())
    }
}

/// What a closure finds in the end; else its last error: the first one that a script threw, or that of the end.
fn found_within<T>(
    patience: Duration,
    mut look: impl FnMut() -> Result<Option<T>>,
) -> std::result::Result<T, Option<Error>> {
    let deadline = Instant::now() + patience;
    loop {
        let fault = match look() {
            Ok(Some(found)) => return Ok(found),
            Ok(None) => None,
            Err(fault) => Some(fault),
        };
        if fault.as_ref().is_some_and(Error::is_thrown) || Instant::now() > deadline {
            return Err(fault);
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks whose results are listed, and how many of them were asked for.
    fn looked(
        patience: Duration,
        results: &[Result<Option<u8>>],
    ) -> (std::result::Result<u8, Option<Error>>, usize) {
        let mut count = 0;
        let found = found_within(patience, || {
            count += 1;
            results[(count - 1).min(results.len() - 1)].clone()
        });
        (found, count)
    }

    #[test]
    fn what_is_not_there_yet_is_waited_for() {
        let gone = Err(Error::new("no such element"));
        assert_eq!(looked(PATIENCE, &[Ok(None), gone, Ok(Some(7))]), (Ok(7), 3));
    }

    #[test]
    fn a_script_that_throws_ends_the_wait() {
        let thrown = Error::thrown("x is not defined");
        let results = [Ok(None), Err(thrown.clone()), Ok(Some(7))];
        assert_eq!(looked(PATIENCE, &results), (Err(Some(thrown)), 2));
    }

    #[test]
    fn what_never_comes_ends_with_its_last_error() {
        let gone = Error::new("no such element");
        let (found, _) = looked(Duration::ZERO, &[Err(gone.clone())]);
        assert_eq!(found, Err(Some(gone)));
        assert_eq!(looked(Duration::ZERO, &[Ok(None)]).0, Err(None));
    }
}
