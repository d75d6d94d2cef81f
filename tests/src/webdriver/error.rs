//! What went wrong, in words.

use std::any::Any;
use std::fmt;

/// Why a request to the browser failed: a message for a person, never matched on.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    is_thrown: bool,
}

/// The result of a request to the browser.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_thrown: false }
    }

    /// The same of a script that threw.
    pub(super) fn thrown(message: impl Into<String>) -> Self {
        Self { is_thrown: true, ..Self::new(message) }
    }

    /// Whether a script threw: a fault of the script, which no waiting mends.
    #[must_use]
    pub const fn is_thrown(&self) -> bool {
        self.is_thrown
    }
}

impl From<String> for Error {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The message as it is: this is what a test that returns it prints.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// Puts what was being done in front of why it failed.
pub(super) trait Context<T> {
    /// The value, or an error that begins with this.
    fn context(self, doing: impl FnOnce() -> String) -> Result<T>;
}

impl<T, E: fmt::Display + 'static> Context<T> for std::result::Result<T, E> {
    fn context(self, doing: impl FnOnce() -> String) -> Result<T> {
        self.map_err(|why| Error {
            message: format!("{}: {why}", doing()),
            is_thrown: (&why as &dyn Any).downcast_ref().is_some_and(Error::is_thrown),
        })
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, doing: impl FnOnce() -> String) -> Result<T> {
        self.ok_or_else(|| Error::new(doing()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_what_it_is_behind_its_context() {
        let doing = || "in the page".to_owned();
        let thrown: Result<()> = Err(Error::thrown("no such name")).context(doing);
        let thrown = thrown.expect_err("an error stays one");
        assert!(thrown.is_thrown());
        assert_eq!(thrown.to_string(), "in the page: no such name");
        let other: Result<()> = Err("gone").context(doing);
        assert!(!other.expect_err("an error stays one").is_thrown());
    }
}
