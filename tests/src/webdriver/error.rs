//! What went wrong, in words.

use std::fmt;

/// Why a request to the browser failed: a message for a person, never matched on.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(String);

/// The result of a request to the browser.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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

impl<T, E: fmt::Display> Context<T> for std::result::Result<T, E> {
    fn context(self, doing: impl FnOnce() -> String) -> Result<T> {
        self.map_err(|why| Error(format!("{}: {why}", doing())))
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, doing: impl FnOnce() -> String) -> Result<T> {
        self.ok_or_else(|| Error(doing()))
    }
}
